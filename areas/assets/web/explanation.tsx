import { Fragment } from 'react'
import type { Drawing, DrawnInherited, DrawnNode } from '#areas/assets/contract/drawing.ts'
import { criteria } from '#areas/assets/contract/criteria.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './assets.module.css'
import { Need, NodeName } from './node-name.tsx'

/** Of each criterion how much an asset needs, whose need it is and by which way it came. */
export function Explanation({ drawing: { nodes, needs } }: { readonly drawing: Drawing }) {
  const t = useWords('assets')
  return (
    <section>
      <h3>{t('drawing.why')}</h3>
      <dl className={css.facts}>
        {criteria.map((criterion) => {
          const found = needs[criterion]
          return (
            <div key={criterion}>
              <dt>{t(`entities.business_value.fields.${criterion}`)}</dt>
              <dd>{found ? <Way found={found} nodes={nodes} /> : <Text tone="quiet">{t('drawing.no_need')}</Text>}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function Way({ found: { need, value, path }, nodes }: { readonly found: DrawnInherited; readonly nodes: readonly DrawnNode[] }) {
  const t = useWords('assets')
  const of = nodes[value]
  const by = path.slice(0, -1).flatMap((at) => nodes[at] ?? [])
  return (
    <>
      <Need value={need} />
      <Text tone="soft">
        {t('drawing.from')} {of ? <NodeName node={of} /> : null}
        {by.length > 0 ? (
          <>
            {' '}
            {t('drawing.by')}{' '}
            {by.map((node, at) => (
              <Fragment key={node.id}>
                {at > 0 ? ' → ' : null}
                <NodeName node={node} />
              </Fragment>
            ))}
          </>
        ) : null}
      </Text>
    </>
  )
}

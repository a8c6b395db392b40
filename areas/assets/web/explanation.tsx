import { Fragment } from 'react'
import type { Drawing, DrawnInherited, DrawnNode } from '#areas/assets/contract/drawing.ts'
import { criteria } from '#areas/assets/contract/criteria.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './assets.module.css'
import { Need, NodeName } from './node-name.tsx'

/** Of each criterion how much an asset needs, whose need it is and by which way it came. */
export function Explanation({ drawing: { nodes, needs } }: { readonly drawing: Drawing }) {
  const t = useWords('assets')
  return (
    <Box as="section" below={20}>
      <Text as="h3" below={6} size={13} weight={600}>
        {t('drawing.why')}
      </Text>
      <Box as="dl" className={css.facts}>
        {criteria.map((criterion) => {
          const found = needs[criterion]
          return (
            <Row gap={12} padY={6} edge="soft-below" key={criterion}>
              <Text as="dt" rigid tone="quiet">
                {t(`entities.business_value.fields.${criterion}`)}
              </Text>
              <Row gap={10} rowGap={2} as="dd" wrap narrows breaks>
                {found ? <Way found={found} nodes={nodes} /> : <Text tone="quiet">{t('drawing.no_need')}</Text>}
              </Row>
            </Row>
          )
        })}
      </Box>
    </Box>
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

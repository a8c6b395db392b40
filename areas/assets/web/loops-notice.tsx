import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { Fragment } from 'react'
import type { readLoops } from '#areas/assets/contract/drawing.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './assets.module.css'
import { NodeName } from './node-name.tsx'

/** That assets depend on themselves, and which; nothing where none do. */
export function LoopsNotice() {
  const t = useWords('assets')
  const { data } = useQuery({
    queryKey: ['supporting_asset', 'loops'],
    queryFn: ({ signal }) => api.call<typeof readLoops>('GET /supporting_asset/loops', { signal }),
  })
  const loops = data?.objects ?? []
  if (loops.length === 0) return null
  return (
    <details className={css.loops}>
      <summary>
        <Repeat size={14} strokeWidth={1.75} aria-hidden /> {t('loops.found', { count: loops.length })}
      </summary>
      <ul>
        {loops.map(({ assets }) => (
          <li key={assets[0]?.id}>
            {assets.map(({ id, name }, at) => (
              <Fragment key={id}>
                {at > 0 ? ', ' : null}
                <NodeName node={{ entity: 'supporting_asset', id, name }} />
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}

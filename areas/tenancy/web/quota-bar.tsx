import { warnsFrom } from '#areas/tenancy/contract/licence.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './quota-bar.module.css'

interface Quota {
  readonly used: number
  /** Null: no limit. */
  readonly limit: number | null
}

/** Ample, near its end, or reached. */
export const stateOf = ({ used, limit }: Quota) => (limit === null ? 'none' : used >= limit ? 'reached' : used >= limit * warnsFrom ? 'near' : 'ample')

/** How much of a quota is used; the figure beside it says the same. */
export const QuotaBar = (quota: Quota) => {
  const { used, limit } = quota
  return (
    <span className={css.bar} data-state={stateOf(quota)} aria-hidden>
      {limit === null ? null : <span style={{ width: `${Math.min(100, limit === 0 ? 100 : (used / limit) * 100)}%` }} />}
    </span>
  )
}

export const QuotaFigure = ({ words, ...quota }: Quota & { readonly words: string }) => (
  <Text figures side="end" className={css.figure} data-state={stateOf(quota)}>
    {words}
  </Text>
)

import type { Quantification } from '#areas/risks/contract/estimates.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { LossCurve } from './loss-curve.tsx'
import css from './quantification.module.css'

const kinds = ['before', 'now', 'after'] as const
const words = { before: 'BEFORE', now: 'NOW', after: 'AFTER' } as const

/** As many digits as one may believe. */
const readable = (euros: number) => Number((euros / 1000).toPrecision(3))

/** What a year may cost, at each moment that was estimated, and what the actions are worth. */
export function Quantified({ figures }: { readonly figures: Quantification }) {
  const t = useWords('risks')
  const format = useFormat()
  const amount = (euros: number) => format.keuro(readable(euros))
  const { told, moments, curve, years } = figures
  return (
    <>
      <ul className={css.moments}>
        {kinds
          .filter((kind) => kind === 'now' || told[kind])
          .map((kind) => (
            <li key={kind} data-now={kind === 'now' || undefined}>
              <span data-line={kind}>{t(`quantification.moments.${words[kind]}`)}</span>
              <dl>
                <dt>{t('quantification.expected')}</dt>
                <dd>
                  <b>{amount(moments[kind].mean)}</b>
                </dd>
                <dt>{t('quantification.year_in_20')}</dt>
                <dd>{amount(moments[kind].percentiles[95])}</dd>
              </dl>
              <small>{t('quantification.quiet', { share: format.percent(100 * moments[kind].quiet) })}</small>
            </li>
          ))}
      </ul>
      <Worth figures={figures} />
      {curve.length > 1 ? (
        <section>
          <h3 className={css.title}>{t('quantification.curve')}</h3>
          <LossCurve told={told} curve={curve} />
        </section>
      ) : null}
      <p className={css.how}>{t('quantification.how', { years, error: amount(2 * moments.now.error) })}</p>
    </>
  )
}

function Worth({ figures: { told, worth } }: { readonly figures: Quantification }) {
  const t = useWords('risks')
  const format = useFormat()
  if (!told.after) return <p className={css.how}>{t('quantification.no_after')}</p>
  const saved = format.keuro(readable(worth.saved))
  const cost = format.keuro(worth.cost)
  if (worth.cost === 0) return <p>{t('quantification.worth', { saved })}</p>
  if (worth.months === null) return <p>{t('quantification.worth_never', { cost })}</p>
  const each = format.keuro(readable(worth.per_kilo_euro ?? 0))
  return <p>{t('quantification.worth_paid', { saved, cost, each, months: Math.ceil(worth.months) })}</p>
}

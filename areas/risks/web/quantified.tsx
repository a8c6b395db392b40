import type { Quantification } from '#areas/risks/contract/estimates.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
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
      <Row as="ul" wrap gap={8} className={css.moments}>
        {kinds
          .filter((kind) => kind === 'now' || told[kind])
          .map((kind) => (
            <Text as="li" grow padY={8} padX={10} edge="all" corner={8} size={13} key={kind} data-now={kind === 'now' || undefined}>
              <Text tone="soft" size={12} data-line={kind}>
                {t(`quantification.moments.${words[kind]}`)}
              </Text>
              <Box as="dl" above={4} below={4}>
                <Text as="dt" tone="soft" size={12}>
                  {t('quantification.expected')}
                </Text>
                <Text as="dd" below={4}>
                  <Text as="b" size={16}>
                    {amount(moments[kind].mean)}
                  </Text>
                </Text>
                <Text as="dt" tone="soft" size={12}>
                  {t('quantification.year_in_20')}
                </Text>
                <Text as="dd" below={4}>
                  {amount(moments[kind].percentiles[95])}
                </Text>
              </Box>
              <Text as="small" tone="soft" size={12}>
                {t('quantification.quiet', { share: format.percent(100 * moments[kind].quiet) })}
              </Text>
            </Text>
          ))}
      </Row>
      <Worth figures={figures} />
      {curve.length > 1 ? (
        <section>
          <Text as="h3" below={8} size={14}>
            {t('quantification.curve')}
          </Text>
          <LossCurve told={told} curve={curve} />
        </section>
      ) : null}
      <Text as="p" tone="soft" size={12}>
        {t('quantification.how', { years, error: amount(2 * moments.now.error) })}
      </Text>
    </>
  )
}

function Worth({ figures: { told, worth } }: { readonly figures: Quantification }) {
  const t = useWords('risks')
  const format = useFormat()
  if (!told.after)
    return (
      <Text as="p" tone="soft" size={12}>
        {t('quantification.no_after')}
      </Text>
    )
  const saved = format.number(readable(worth.saved))
  const cost = format.number(worth.cost)
  if (worth.cost === 0) return <p>{t('quantification.worth', { saved })}</p>
  if (worth.months === null) return <p>{t('quantification.worth_never', { cost })}</p>
  const each = format.keuro(readable(worth.per_kilo_euro ?? 0))
  return <p>{t('quantification.worth_paid', { saved, cost, each, months: Math.ceil(worth.months) })}</p>
}

import { only } from '#kit/contract/figure.ts'
import { narrowed } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './quantification.module.css'
import { Quantified } from './quantified.tsx'
import { useRegisterFigures } from './risk-api.ts'

const shown = 10

/** What the open risks of a register cost together in a year, and which of them most. */
export function QuantificationView({ register, state, onOpen }: Pick<ViewContext, 'state' | 'onOpen'> & { readonly register: number }) {
  const t = useWords('risks')
  const format = useFormat()
  const { data, error, refetch } = useRegisterFigures(register, { filters: narrowed(state.filters, [only('closed', false)]), search: state.search })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={480} />
  if (data === null) return <EmptyState title={t('quantification.none_register')} text={t('quantification.none_register_text')} />
  const amount = (euros: number) => format.keuro(Number((euros / 1000).toPrecision(3)))
  return (
    <div className={`${css.quantification} ${css.view}`}>
      <p>{t('quantification.counted', { estimated: data.estimated, risks: format.number(data.risks) })}</p>
      <Quantified figures={data} />
      <section>
        <Text as="h3" below={8} size={14}>
          {t('quantification.dearest')}
        </Text>
        <Box overflow="scrolled-across" role="region" aria-label={t('quantification.dearest')} tabIndex={0}>
          <Box as="table" full size={13} className={css.dearest}>
            <thead>
              <tr>
                <th scope="col">{t('quantification.risk')}</th>
                <th scope="col">{t('quantification.moments.NOW')}</th>
                <th scope="col">{t('quantification.after')}</th>
                <th scope="col">{t('quantification.worst')}</th>
              </tr>
            </thead>
            <tbody>
              {data.contributions.slice(0, shown).map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <button type="button" onClick={() => onOpen(one.id)}>
                      {one.identifier} {one.name}
                    </button>
                  </th>
                  <td>{amount(one.now)}</td>
                  <td>{amount(one.after)}</td>
                  <td>{amount(one.worst)}</td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      </section>
    </div>
  )
}

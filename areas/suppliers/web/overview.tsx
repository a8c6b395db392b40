import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { readSupplierSettings } from '#areas/suppliers/contract/calls.ts'
import { exemptionsOf, gapsOf, risksOf } from '#areas/suppliers/contract/perimeter-filters.ts'
import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { api } from '#kit/web/api/client.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { OutsideLink } from '#kit/web/ui/outside-link.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'
import { useRows } from './use-rows.ts'

/** What one wants to know of a supplier before anything else. */
export function Overview({ row }: { readonly row: Supplier }) {
  return (
    <div className={css.overview}>
      {row.description ? <Markdown text={row.description} /> : null}
      <Stakes row={row} />
      <Soon row={row} />
      <Company row={row} />
    </div>
  )
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <Box as="dl" className={css.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([label, value]) => (
            <Row gap={12} padY={5} edge="soft-below" key={label}>
              <Text as="dt" rigid tone="quiet">
                {label}
              </Text>
              <Row gap={10} rowGap={2} as="dd" wrap narrows breaks>
                {value}
              </Row>
            </Row>
          ))}
      </Box>
    </section>
  )
}

function Stakes({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  const format = useFormat()
  const { data: services } = useRows(supplierService, [{ name: 'supplier', selected_options: [row.id] }], 'name')
  const left = row.next_evaluation ? daysBetween(dayOf(), row.next_evaluation) : undefined
  const critical = (one: { readonly function_critical: string | null }) => (one.function_critical === 'YES' ? 1 : 0)
  const functions = [
    ...new Map(
      (services?.objects ?? []).toSorted((a, b) => critical(a) - critical(b)).flatMap((one) => (one.function_name ? [[one.function_name, one] as const] : [])),
    ).values(),
  ]
  const perimeter = row.perimeter?.id ?? 0
  return (
    <Facts
      title={t('overview.stakes')}
      facts={[
        [
          t('entities.supplier.fields.criticality'),
          <Fragment key="criticality">
            {row.criticality ? t(`entities.supplier.choices.criticality.${row.criticality}`) : t('overview.not_classified')}
            {row.criticality ? (
              <small>
                {row.classified_on ? t('overview.by_answers', { date: format.date(row.classified_on) }) : (row.criticality_reason ?? t('overview.by_hand'))}
              </small>
            ) : null}
          </Fragment>,
        ],
        [
          t('overview.next'),
          row.next_evaluation ? (
            <Fragment key="next">
              {format.date(row.next_evaluation)}
              <Rule row={row} />
              {row.evaluation_state === 'ASKED' ? (
                <small>{t('entities.supplier.choices.evaluation_state.ASKED')}</small>
              ) : left === undefined ? null : (
                <small data-tone={left < 0 ? 'bad' : undefined}>
                  {left < 0 ? t('overview.overdue', { count: -left }) : t('overview.in_days', { count: left })}
                </small>
              )}
            </Fragment>
          ) : (
            t('overview.next_none')
          ),
        ],
        [t('overview.last'), row.last_evaluation ? format.date(row.last_evaluation) : t('overview.never')],
        [
          t('overview.score'),
          row.last_score === null ? null : (
            <Fragment key="score">
              {format.percent(row.last_score)}
              {row.trend === null ? null : <small>{t('overview.trend', { points: format.signed(row.trend) })}</small>}
            </Fragment>
          ),
        ],
        [
          t('entities.supplier_service.fields.function_name'),
          functions.length > 0
            ? functions.map((one) => (
                <Row key={one.id} as="span" inline wrap align="center" gap={6} rowGap={2} className={css.function}>
                  {one.function_name} {one.function_critical === 'YES' ? <Tag>{t('overview.critical')}</Tag> : null}
                </Row>
              ))
            : null,
        ],
        [t('overview.personal'), services?.objects.some(({ personal_data }) => personal_data) ? t('entities.supplier_service.choices.exit_plan.YES') : null],
        [
          t('tabs.gaps'),
          row.open_gaps ? (
            <Link key="gaps" to={rowsAt(path('/ops/gaps/all'), gapsOf(perimeter))}>
              {t('overview.open_gaps', { count: row.open_gaps })}
            </Link>
          ) : (
            t('overview.open_gaps', { count: 0 })
          ),
        ],
        [
          t('tabs.risks'),
          row.open_risks ? (
            <Link key="risks" to={rowsAt(path('/org/risks/all'), risksOf(perimeter))}>
              {t('overview.open_risks', { count: row.open_risks })}
            </Link>
          ) : (
            t('overview.open_risks', { count: 0 })
          ),
        ],
        [
          t('tabs.exemptions'),
          row.exemptions ? (
            <Link key="exemptions" to={rowsAt(path('/ops/exemptions/all'), exemptionsOf(perimeter))}>
              {t('overview.exemptions', { count: row.exemptions })}
            </Link>
          ) : (
            t('overview.exemptions', { count: 0 })
          ),
        ],
      ]}
    />
  )
}

/** From one evaluation to the next, as the organisation has set it for how critical this one is. */
function Rule({ row: { criticality } }: { readonly row: Pick<Supplier, 'criticality'> }) {
  const t = useWords('suppliers')
  const { data } = useQuery({
    queryKey: ['supplier', 'settings'],
    queryFn: ({ signal }) => api.call<typeof readSupplierSettings>('GET /supplier/settings', { signal }),
    staleTime: 60_000,
  })
  if (!criticality || !data) return null
  return (
    <small>
      <Link to={path('/ops/suppliers/settings')}>{t('overview.rule', { count: data.object.months[criticality] })}</Link>
    </small>
  )
}

/** Days of a year ahead, and of certificates those behind. */
const ahead = 365

function Soon({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  const format = useFormat()
  const today = dayOf()
  const { data } = useRows(supplierContract, [{ name: 'supplier', selected_options: [row.id] }], 'end_date')
  const dates = (data?.objects ?? []).flatMap(({ name, end_date, notice_date, exit_date }) => {
    const params = { name: name ?? '' }
    return [
      ...(notice_date ? [{ day: notice_date, text: t('overview.notice', { ...params, date: format.date(notice_date) }) }] : []),
      ...(end_date ? [{ day: end_date, text: t('overview.ends', { ...params, date: format.date(end_date) }) }] : []),
      ...(exit_date ? [{ day: exit_date, text: t('overview.exit', { ...params, date: format.date(exit_date) }) }] : []),
    ]
  })
  const certificate = row.certificate_end
    ? [
        {
          day: row.certificate_end,
          text: t(row.certificate_end < today ? 'overview.certificate_over' : 'overview.certificate', {
            date: format.date(row.certificate_end),
          }),
        },
      ]
    : []
  const soon = [...dates.filter(({ day }) => day >= today && daysBetween(today, day) <= ahead), ...certificate].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return (
    <section>
      <h3>{t('overview.soon')}</h3>
      {soon.length === 0 ? (
        <p className={css.soft}>{t('overview.soon_none')}</p>
      ) : (
        <ul className={css.dates}>
          {soon.map(({ day, text }) => (
            <Text as="li" padY={4} key={text} data-tone={day < today ? 'bad' : daysBetween(today, day) <= 60 ? 'warn' : undefined}>
              {text}
            </Text>
          ))}
        </ul>
      )}
    </section>
  )
}

function Company({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  return (
    <Facts
      title={t('overview.company')}
      facts={[
        [t('overview.country'), row.country],
        [t('overview.headquarters'), row.headquarters],
        [t('overview.code'), row.code ? `${row.code_type ? `${t(`entities.supplier.choices.code_type.${row.code_type}`)} ` : ''}${row.code}` : null],
        [t('overview.group'), row.corporate_group],
        [t('overview.website'), row.website ? <OutsideLink key="site" address={row.website} name={row.website} /> : null],
        [
          t('overview.open_perimeter'),
          row.perimeter ? (
            <Link key="perimeter" to={path('/org/modeling', { id: row.perimeter.id })}>
              {row.perimeter.name}
            </Link>
          ) : null,
        ],
      ]}
    />
  )
}

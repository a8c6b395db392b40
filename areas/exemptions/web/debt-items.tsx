import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { DebtItem, DebtOfPerimeter } from '#areas/exemptions/contract/exemption-debt.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './debt-page.module.css'
import { ageText } from './debt-words.ts'
import { useDebtItems, type DebtPlace } from './exemption-api.ts'

const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }))

const year = 365
const sumOf = (items: readonly DebtItem[]) => items.reduce((sum, { points }) => sum + points, 0)

/** The exemptions behind a bar, those worth most first; an action is planned for those that are ticked. */
export function DebtItems({ perimeter, place }: { readonly perimeter: DebtOfPerimeter; readonly place: DebtPlace }) {
  const t = useWords('exemptions')
  const format = useFormat()
  const label = useId()
  const { data, error, refetch } = useDebtItems(perimeter.id, place)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [planning, setPlanning] = useState(false)
  const items = data?.objects ?? []
  const may = items.filter(({ edit_right }) => edit_right)
  const chosen = items.filter(({ id }) => ticked.has(id))
  const toggle = (id: number) => setTicked((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  return (
    <Box as="section" edge="all" corner={8} fill="surface" className={css.card} aria-labelledby={label}>
      <header>
        <h3 id={label}>{perimeter.name}</h3>
        <span>{data ? t('debt.chosen', { count: data.count, points: format.number(perimeter.points, 1) }) : ''}</span>
        <Row wrap gap={8} align="center" pushed aria-live="polite">
          {chosen.length > 0 ? (
            <span>
              {t('debt.selected', { count: String(chosen.length), points: format.number(sumOf(chosen), 1) })}
              {chosen.every(({ actions }) => actions.length === 0) ? `, ${t('debt.no_action')}` : ''}
            </span>
          ) : null}
          {may.length > 0 ? (
            <Button variant="primary" icon={<Plus size={14} />} disabled={chosen.length === 0} onClick={() => setPlanning(true)}>
              {t('debt.plan')}
            </Button>
          ) : null}
        </Row>
      </header>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {data ? null : error ? null : <SkeletonRows count={Math.min(8, Math.max(1, perimeter.in_force))} />}
      {data && items.length === 0 ? <EmptyState title={t('debt.no_items')} /> : null}
      {items.length > 0 ? (
        <Box overflow="scrolled-across">
          <Box as="table" full className={css.items}>
            <thead>
              <tr>
                <th scope="col">
                  {may.length > 0 ? (
                    <Check
                      aria-label={t('debt.tick_all')}
                      checked={chosen.length === may.length}
                      indeterminate={chosen.length > 0 && chosen.length < may.length}
                      onChange={() => setTicked(chosen.length === may.length ? new Set() : new Set(may.map(({ id }) => id)))}
                    />
                  ) : null}
                </th>
                <th scope="col">{t('entities.exemption.fields.identifier')}</th>
                <th scope="col">{t('debt.exemption')}</th>
                <th scope="col">{t('debt.requirement')}</th>
                <th scope="col" className={css.end}>
                  {t('debt.points')}
                </th>
                <th scope="col">{t('debt.age')}</th>
                <th scope="col">{t('debt.renewals')}</th>
                <th scope="col">{t('debt.ends')}</th>
                <th scope="col">{t('debt.requester')}</th>
                <th scope="col">{t('debt.action')}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Item key={item.id} item={item} asOf={place.as_of} ticked={ticked.has(item.id)} onTick={() => toggle(item.id)} />
              ))}
            </tbody>
          </Box>
        </Box>
      ) : null}
      {data && data.count > items.length ? (
        <Text as="p" size={12} tone="quiet">
          {t('debt.shown', { count: String(items.length), total: String(data.count) })}
        </Text>
      ) : null}
      {planning ? (
        <Suspense>
          <PlanDialog
            perimeter={perimeter}
            items={chosen}
            onClose={(done) => {
              setPlanning(false)
              if (done) setTicked(new Set())
            }}
          />
        </Suspense>
      ) : null}
    </Box>
  )
}

function Item({
  item,
  asOf,
  ticked,
  onTick,
}: {
  readonly item: DebtItem
  readonly asOf: string | undefined
  readonly ticked: boolean
  readonly onTick: () => void
}) {
  const t = useWords('exemptions')
  const format = useFormat()
  const { id, identifier, name, requirement, more, points, age, renewals, end_date, requester, tag, actions, edit_right } = item
  const ageOf = age > year ? 'old' : age >= year / 2 ? 'middle' : 'young'
  const page = pageOfEntity('remediation')
  return (
    <tr data-ticked={ticked || undefined}>
      <td>{edit_right ? <Check aria-label={t('debt.tick', { name: `${identifier} ${name ?? ''}` })} checked={ticked} onChange={onTick} /> : null}</td>
      <Text as="td" tone="soft">
        {identifier}
      </Text>
      <th scope="row">
        <Link to={path('/ops/exemptions/all', { id, as_of: asOf })}>{name}</Link>
        {tag ? (
          <Text size={12} tone="quiet">
            {t('debt.of_grouping', { name: tag.name ?? '' })}
          </Text>
        ) : null}
      </th>
      <Text as="td" tone="soft" overflow="clipped" className={css.requirement}>
        {requirement ? [requirement.identifier, requirement.name].filter(Boolean).join(' ') : ''} {more > 0 ? t('debt.more', { count: String(more) }) : ''}
      </Text>
      <td className={css.end}>
        <b>{format.number(points, 1)}</b>
      </td>
      <td>
        <Row as="span" oneLine gap={8} align="center" className={css.age}>
          <span aria-hidden>
            <i data-age={ageOf} style={{ width: `${Math.min(100, Math.max(4, (age / (2.5 * year)) * 100))}%` }} />
          </span>
          {ageText(t, age)}
        </Row>
      </td>
      <td>
        <Row as="span" gap={3} align="center" className={css.dots} data-old={age > year || undefined}>
          {[1, 2, 3].map((dot) => (
            <i key={dot} data-on={renewals >= dot || undefined} aria-hidden />
          ))}
          <span aria-hidden>{renewals}</span>
          <VisuallyHidden>{t('debt.renewed_times', { count: renewals })}</VisuallyHidden>
        </Row>
      </td>
      <td>
        <DueDate date={end_date} open asOf={asOf} />
      </td>
      <td>
        {requester ? (
          <Row as="span" gap={6} align="center">
            <Avatar name={requester.name ?? ''} size={18} />
            {requester.name}
          </Row>
        ) : null}
      </td>
      <td>
        {actions.length === 0 ? (
          <Text size={12} tone="quiet">
            {t('debt.none')}
          </Text>
        ) : (
          actions.slice(0, 2).map((action) =>
            page && !action.hidden ? (
              <Link key={action.id} to={path(page.path, { id: action.id, ...(asOf && { as_of: asOf }) })} title={action.name ?? ''} className={css.action}>
                {action.identifier ?? action.name}
              </Link>
            ) : (
              <span key={action.id}>{action.name} </span>
            ),
          )
        )}
      </td>
    </tr>
  )
}

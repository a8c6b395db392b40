import { ArrowRightLeft, CalendarClock, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { cancelDeparture, Departure, handOverDeparture, Holder, planDeparture, PlannedHandOver } from '#areas/people/contract/holder-calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { DepartureEffectBlock } from './departure-effect.tsx'
import { DepartureLineRow } from './departure-line.tsx'
import { keyOfLine, leftOf, overloads, partsOf, type Plan } from './departure-plan.ts'
import { takeBack } from './hand-over.tsx'
import { useDeparture } from './holders-api.ts'
import css from './holders.module.css'

interface PanelProps {
  readonly id: number
  readonly rows: readonly Holder[]
  readonly onOpen: (id: number | undefined) => void
}

/** Somebody leaves, and who takes what: nothing is changed before the button below. */
export function DeparturePanel({ id, rows, onOpen }: PanelProps) {
  const t = useWords('people')
  const { data, error, refetch } = useDeparture(id)
  if (data) return <Shown key={id} departure={data} rows={rows} onOpen={onOpen} />
  return (
    <SidePanel
      title={rows.find((one) => one.id === id)?.name ?? ''}
      facts=""
      about={<span>{t('departure.about')}</span>}
      id={id}
      rows={rows}
      onOpen={onOpen}
      foot={null}
    >
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : <SkeletonRows count={8} />}
    </SidePanel>
  )
}

/** Days that are looked at beyond the one on which somebody leaves. */
const quarter = 91

function Shown({ departure, rows, onOpen }: Omit<PanelProps, 'id'> & { readonly departure: Departure }) {
  const t = useWords('people')
  const format = useFormat()
  const { member, lines, people, weeks, alone, more, planned } = departure
  const [day, setDay] = useState<string | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map())
  const [busy, setBusy] = useState(false)
  const takerOf = (line: Departure['lines'][number]) => chosen.get(keyOfLine(line)) ?? line.takers[0]?.id ?? null
  const plan: Plan = lines.flatMap((line) => {
    const to = takerOf(line)
    return to === null || left.has(keyOfLine(line)) ? [] : [{ line, to }]
  })
  const count = plan.reduce((sum, { line }) => sum + line.objects.length, 0)
  const all = lines.reduce((sum, { objects }) => sum + objects.length, 0)
  const from = day ?? weeks[0] ?? ''
  const until = new Date(Date.parse(from) + quarter * 86_400_000).toISOString().slice(0, 10)
  const due = new Set(
    lines.flatMap(({ objects }) => objects.flatMap((one) => (one.due !== null && one.due >= from && one.due < until ? [`${one.entity} ${one.id}`] : []))),
  )
  const give = async () => {
    setBusy(true)
    try {
      const { message = '', object } = await api.call<typeof handOverDeparture>('POST /member/{id}/departure', {
        params: { id: member.id },
        body: { parts: partsOf(plan) },
      })
      toast.success(message, { action: { label: translate('kit.actions.undo'), run: () => void takeBack('member', object.undo) } })
      setLeft(new Set())
      setChosen(new Map())
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
      await renewed()
    }
  }
  const later = day !== null && day > dayOf()
  const schedule = async () => {
    setBusy(true)
    try {
      const { message = '' } = await api.call<typeof planDeparture>('POST /member/{id}/departure/plan', {
        params: { id: member.id },
        body: { day: day ?? '', parts: partsOf(plan) },
      })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
      await renewed()
    }
  }
  const choose = (key: string, to: number) => setChosen((before) => new Map(before).set(key, to))
  return (
    <SidePanel
      title={day ? t('departure.title_on', { name: member.name, day: format.date(day) }) : t('departure.title', { name: member.name })}
      facts={t('departure.facts')}
      about={<span>{t('departure.about')}</span>}
      id={member.id}
      rows={rows}
      onOpen={onOpen}
      foot={
        lines.length === 0 ? null : (
          <>
            <Text grow size={12} tone="quiet">
              {later && !planned ? t('departure.until') : t('departure.undo')}
            </Text>
            {later && !planned ? (
              <Button
                variant="primary"
                icon={<CalendarClock size={14} strokeWidth={1.75} />}
                disabled={count === 0}
                loading={busy}
                onClick={() => void schedule()}
              >
                {t('departure.schedule', { count })}
              </Button>
            ) : (
              <Button
                variant={planned ? 'default' : 'primary'}
                icon={<ArrowRightLeft size={14} strokeWidth={1.75} />}
                disabled={count === 0}
                loading={busy}
                onClick={() => void give()}
              >
                {t('departure.give', { count })}
              </Button>
            )}
          </>
        )
      }
    >
      {lines.length === 0 ? (
        <>
          {planned ? <PlannedLine member={member} planned={planned} /> : null}
          <EmptyState title={t('departure.none')} />
        </>
      ) : (
        <Stack gap={12}>
          {planned ? <PlannedLine member={member} planned={planned} /> : null}
          <DateInput label={t('departure.day')} help={t('departure.day_help')} value={day} onChange={setDay} strict />
          <dl className={css.facts}>
            <div>
              <dd>{format.number(all)}</dd>
              <dt>{t('departure.objects', { count: all })}</dt>
            </div>
            <div>
              <dd>{format.number(alone)}</dd>
              <dt>{t('departure.alone')}</dt>
            </div>
            <div>
              <dd>{format.number(due.size)}</dd>
              <dt>{t('departure.due')}</dt>
            </div>
          </dl>
          <DepartureEffectBlock member={member} left={leftOf(lines, plan)} />
          <Row as="h3" size={13} gap={8} align="baseline">
            <span>{t('departure.who')}</span>
            <Text size={12} tone="quiet" weight={400}>
              {t('departure.lines', { count: lines.length })}
            </Text>
          </Row>
          {more ? <Text size={12}>{t('departure.more')}</Text> : null}
          <Box as="ul">
            {lines.map((line) => {
              const key = keyOfLine(line)
              return (
                <Suspense key={key} fallback={<SkeletonRows count={1} />}>
                  <DepartureLineRow
                    line={line}
                    people={people}
                    taker={takerOf(line)}
                    chosen={!left.has(key)}
                    onTaker={(to) => choose(key, to)}
                    onChosen={(on) =>
                      setLeft((before) => {
                        const next = new Set(before)
                        if (on) next.delete(key)
                        else next.add(key)
                        return next
                      })
                    }
                  />
                </Suspense>
              )
            })}
          </Box>
          {overloads(plan, departure, day).map((one) => (
            <div key={one.id} className={css.warning} role="status">
              <TriangleAlert size={15} strokeWidth={1.75} aria-hidden />
              <span>
                <b>{t('departure.heavy', { name: one.name, count: format.number(one.count), monday: format.date(one.monday) })}</b>{' '}
                {one.cure ? (
                  <Button size="sm" onClick={() => one.cure && choose(one.cure.key, one.cure.to)}>
                    {t('departure.cure', { name: one.cure.name })}
                  </Button>
                ) : (
                  t('departure.no_cure')
                )}
              </span>
            </div>
          ))}
        </Stack>
      )}
    </SidePanel>
  )
}

interface PlannedLineProps {
  readonly member: Departure['member']
  readonly planned: PlannedHandOver
}

/** What is planned already, and cancelling it. */
function PlannedLine({ member, planned: { day, count, by } }: PlannedLineProps) {
  const t = useWords('people')
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      const { message = '' } = await api.call<typeof cancelDeparture>('DELETE /member/{id}/departure/plan', { params: { id: member.id } })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
      await renewed()
    }
  }
  return (
    <Row gap={8} align="center" padX={12} padY={8} edge="all" corner={8} wrap role="status">
      <CalendarClock size={15} strokeWidth={1.75} aria-hidden />
      <Text grow size={13}>
        {t('departure.planned', { count, day: format.date(day), name: by.name })}
      </Text>
      <Button size="sm" loading={busy} onClick={() => void cancel()}>
        {t('departure.cancel_plan')}
      </Button>
    </Row>
  )
}

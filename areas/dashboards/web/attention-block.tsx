import {
  CalendarClock,
  CalendarX2,
  CircleHelp,
  ClockAlert,
  FileWarning,
  FileX2,
  HandHelping,
  History,
  Link2,
  ListTodo,
  Siren,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import type { Attention, AttentionKind } from '#areas/dashboards/contract/calls.ts'
import { dayOf, daysBetween } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attentionPath, useAttention, type Place } from './cockpit-api.ts'
import css from './cockpit.module.css'

const looks: Record<AttentionKind, { readonly icon: LucideIcon; readonly tone?: 'bad' | 'warn' }> = {
  clock_late: { icon: Siren, tone: 'bad' },
  my_late: { icon: ClockAlert, tone: 'bad' },
  my_soon: { icon: CalendarClock, tone: 'warn' },
  my_tasks_late: { icon: CalendarX2, tone: 'bad' },
  my_evidence_expired: { icon: FileX2, tone: 'bad' },
  unassigned_late: { icon: UserX, tone: 'bad' },
  tasks_late: { icon: CalendarX2, tone: 'bad' },
  evidence_expired: { icon: FileX2, tone: 'bad' },
  benefit_offered: { icon: HandHelping },
  my_to_plan: { icon: ListTodo },
  postponed: { icon: History, tone: 'warn' },
  finished_without_proof: { icon: FileWarning, tone: 'warn' },
  measure_undecided: { icon: CircleHelp },
  link_to_confirm: { icon: Link2 },
}

/** What waits for the reader in person; the rest waits for those whom they lead. */
const ofReader: ReadonlySet<AttentionKind> = new Set<AttentionKind>([
  'clock_late',
  'my_late',
  'my_tasks_late',
  'my_evidence_expired',
  'my_soon',
  'my_to_plan',
  'benefit_offered',
])

/** What waits for the reader; each line leads to the very rows that it counts. */
export function AttentionBlock({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const answer = useAttention(place)
  const [whose, setWhose] = useState<'mine' | 'teams'>()
  const all = answer.data ?? []
  const mine = all.filter(({ kind }) => ofReader.has(kind))
  const teams = all.filter(({ kind }) => !ofReader.has(kind))
  // Whoever has nothing of their own looks at what their teams have.
  const shown = whose ?? (mine.length === 0 && teams.length > 0 ? 'teams' : 'mine')
  const items = shown === 'mine' ? mine : teams
  return (
    <Block
      title={words('attention.title')}
      aside={
        teams.length > 0 ? (
          <Segmented
            label={words('attention.whose')}
            value={shown}
            onChange={setWhose}
            options={[
              { value: 'mine', label: words('attention.mine', { count: String(mine.length) }) },
              { value: 'teams', label: words('attention.teams', { count: String(teams.length) }) },
            ]}
          />
        ) : null
      }
    >
      {answer.isPending ? <SkeletonRows count={6} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {answer.data && items.length === 0 ? <EmptyState title={words('attention.empty')} text={words('attention.empty_text')} /> : null}
      <ul className={css.items}>
        {items.map((item) => (
          <li key={`${item.kind}-${item.policy ?? ''}`}>
            <PlainLink to={attentionPath(item, place.on)}>
              <Icon kind={item.kind} />
              <Text narrows className={css.what}>
                <Text as="b" breaks weight={500}>
                  {words(`attention.kind.${item.kind}`, { count: item.count })}
                </Text>
                <FirstOf item={item} day={place.on ?? dayOf()} />
              </Text>
              <Text tone="accent" size={12} weight={550} className={css.verb}>
                {words(`attention.verb.${item.kind}`)}
              </Text>
            </PlainLink>
          </li>
        ))}
      </ul>
      {items.some(({ kind }) => kind.startsWith('my_')) ? (
        <PlainLink className={css.all} to={path('/my_objects')}>
          {words('attention.all')}
        </PlainLink>
      ) : null}
    </Block>
  )
}

function Icon({ kind }: { readonly kind: AttentionKind }) {
  const { icon: Glyph, tone } = looks[kind]
  return (
    <Grid as="span" centered fill="accent" tone="accent" className={css.icon} data-tone={tone}>
      <Glyph size={15} aria-hidden />
    </Grid>
  )
}

/** The most pressing one by name, how late it is, and how many more there are; one alone by its number as well. */
function FirstOf({ item: { first, count, kind }, day }: { readonly item: Attention; readonly day: string }) {
  const words = useWords('dashboards')
  const late = first.target_date ? daysBetween(first.target_date, day) : 0
  const name = count === 1 || kind === 'link_to_confirm' ? first.name : words('attention.others', { name: first.name, count: count - 1 })
  return (
    <Text breaks tone="quiet" size={12} line={16}>
      {[count === 1 ? first.identifier : null, name, late > 0 && kind.endsWith('late') ? words('attention.late_by', { days: late }) : null]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  )
}

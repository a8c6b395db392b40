import { AlarmClock, ArrowRight, Gavel, MessageSquareText, Paperclip, Phone, Search, Send, Signal, Siren } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { writtenKinds, type TimelineEntry } from '#areas/incidents/contract/incident-calls.ts'
import type { incidentStatuses } from '#areas/incidents/contract/incident.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { spokenText, type Referred } from '#kit/contract/mention.ts'
import { api } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetters } from '#kit/web/letter-keys.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { EntryBox } from './entry-box.tsx'
import { BesideFacts } from './incident-facts.tsx'
import type { Incident } from './incident-row.ts'
import { useMoments, useNow } from './incident-time.ts'
import css from './incident.module.css'
import { useTimeline } from './use-timeline.ts'

const icons: Readonly<Record<TimelineEntry['kind'], LucideIcon>> = {
  FINDING: Search,
  DECISION: Gavel,
  CONTACT: Phone,
  NOTE: MessageSquareText,
  DECLARED: Siren,
  STEP: ArrowRight,
  SEVERITY: Signal,
  SENT: Send,
  PASSED: AlarmClock,
}

const isWritten = (kind: TimelineEntry['kind']) => (writtenKinds as readonly string[]).includes(kind)

/** What happened, newest first, with the box to enter more and, where there is room, the facts beside it. */
export function TimelineTab({ row }: { readonly row: Incident }) {
  const { data, error, refetch } = useTimeline(row.id)
  const box = useRef<HTMLTextAreaElement>(null)
  const [corrects, setCorrects] = useState<TimelineEntry>()
  useLetters(data?.add_right ? { n: () => box.current?.focus() } : {})
  const correct = (entry: TimelineEntry) => {
    setCorrects(entry)
    box.current?.focus()
  }
  return (
    <BesideFacts row={row}>
      {data?.add_right ? <EntryBox id={row.id} text={box} corrects={corrects} onCorrected={() => setCorrects(undefined)} /> : null}
      {row.status === 'LEARNING' && row.edit_right ? <Lessons row={row} /> : null}
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {data ? <Feed entries={data.objects} {...(data.add_right && { onCorrect: correct })} /> : error ? null : <SkeletonRows count={6} />}
    </BesideFacts>
  )
}

/** What should be written before the incident is closed; it stops nobody. */
function Lessons({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const missing = [!row.lessons_learned && t('timeline.no_lessons'), !row.cause && t('timeline.no_cause')].filter((text) => text !== false)
  return missing.length > 0 ? (
    <Box above={12} padY={8} padX={12} corner={6} fill="warn" tone="warn" role="status">
      {missing.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Box>
  ) : null
}

function Feed({ entries, onCorrect }: { readonly entries: readonly TimelineEntry[]; readonly onCorrect?: (entry: TimelineEntry) => void }) {
  const t = useWords('incidents')
  const format = useFormat()
  const now = useNow()
  const asOf = useAsOf()
  if (entries.length === 0) return <EmptyState title={t('timeline.none')} />
  const days = [...Map.groupBy(entries, (entry) => dayOf(new Date(entry.happened_at)))]
  const today = dayOf(new Date(now))
  const yesterday = dayOf(new Date(now - 86_400_000))
  return (
    <Box role="feed" aria-label={t('timeline.title')} aria-live="polite" above={16}>
      {days.map(([day, ofDay]) => (
        <section key={day}>
          {/* Each entry says its whole moment to whoever listens: a feed holds nothing but entries. */}
          <Box aria-hidden size={12} weight={500} tone="quiet" className={css.day}>
            {asOf
              ? format.date(day)
              : day === today
                ? t('timeline.today', { day: format.date(day) })
                : day === yesterday
                  ? t('timeline.yesterday', { day: format.date(day) })
                  : format.date(day)}
          </Box>
          {ofDay.map((entry) => (
            <Entry key={entry.id} entry={entry} entries={entries} {...(onCorrect && { onCorrect })} />
          ))}
        </section>
      ))}
    </Box>
  )
}

function Entry({
  entry,
  entries,
  onCorrect,
}: {
  readonly entry: TimelineEntry
  readonly entries: readonly TimelineEntry[]
  readonly onCorrect?: (entry: TimelineEntry) => void
}) {
  const t = useWords('incidents')
  const moments = useMoments()
  const titleOf = useTitle()
  const { kind, happened_at: at, author, text, files, corrects, corrected_by: corrected } = entry
  const Icon = icons[kind]
  const quoted = corrects === null ? undefined : entries.find((each) => each.id === corrects)
  const own = useOwnText(entry)
  const { asMarkdown, plainly } = useEntryTexts()
  return (
    <Grid
      as="article"
      holds
      className={css.entry}
      data-kind={kind}
      data-corrected={corrected !== null || undefined}
      aria-label={`${titleOf(entry)}, ${moments.full(at)}`}
    >
      <Text as="time" side="right" tone="quiet" figures dateTime={at}>
        {moments.time(at)}
      </Text>
      <Grid as="span" centered corner={6} fill="hover" tone="soft" className={css.sign}>
        <Icon size={13} aria-hidden />
      </Grid>
      <div>
        <header>
          <b>{titleOf(entry)}</b>
          <span>{author?.name ?? t('timeline.server')}</span>
          {corrected !== null ? (
            <Text size={12} tone="quiet">
              {t('timeline.corrected')}
            </Text>
          ) : null}
          {onCorrect && corrected === null && isWritten(kind) ? (
            <Button size="sm" variant="link" onClick={() => onCorrect(entry)}>
              {t('timeline.correct')}
            </Button>
          ) : null}
        </header>
        {quoted?.text ? <blockquote>{t('timeline.corrects', { text: plainly(quoted) })}</blockquote> : null}
        {own ? <p>{own}</p> : null}
        {text ? <Markdown text={asMarkdown(entry)} /> : null}
        {files.length > 0 ? (
          <Row as="ul" wrap gap={6} above={4} className={css.files}>
            {files.map((file) => (
              <Text as="li" edge="all" corner={6} size={12} key={file.id}>
                <button type="button" onClick={() => void api.download(`/file/${file.id}/download`)}>
                  <Paperclip size={12} aria-hidden />
                  {file.name}
                </button>
              </Text>
            ))}
          </Row>
        ) : null}
      </div>
    </Grid>
  )
}

/** In Markdown, what is a name and no sign of it. */
const literal = (text: string) => text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~@&]/g, '\\$&')

/** What an entry says, with the names of those it calls and of what it leads to; in Markdown with a way there, or plainly. */
function useEntryTexts() {
  const kit = useWords('kit')
  const person = ({ people }: TimelineEntry, id: number) => people.find((one) => one.id === id)?.name ?? kit('record.hidden')
  const object = ({ objects }: TimelineEntry, { entity, id }: Referred) => objects.find((one) => one.entity === entity && one.id === id)
  return {
    plainly: (entry: TimelineEntry) =>
      spokenText(
        entry.text ?? '',
        (id) => `@${person(entry, id)}`,
        (one) => object(entry, one)?.identifier ?? kit('record.hidden'),
      ),
    asMarkdown: (entry: TimelineEntry) =>
      spokenText(
        entry.text ?? '',
        (id) => `**@${literal(person(entry, id))}**`,
        (one) => {
          const found = object(entry, one)
          const page = found && pageOfEntity(found.entity)
          const name = literal(found?.identifier ?? found?.name ?? kit('record.hidden'))
          return page ? `[${name}](${path(page.path, { id: one.id })})` : name
        },
      ),
  }
}

/** What an entry is called: its kind, or from where it went where. */
function useTitle() {
  const t = useWords('incidents')
  const language = useLanguage()
  const levels = useLevels('priority')
  const level = (value: string | null) => {
    const found = levelOf(levels, Number(value))
    return found ? levelName(found, language) : (value ?? '')
  }
  const step = (value: string | null) => t(`entities.incident.choices.status.${(value ?? 'OPENED') as (typeof incidentStatuses)[number]}`)
  return ({ kind, was, became }: TimelineEntry) =>
    kind === 'STEP'
      ? t('timeline.step', { was: step(was), became: step(became) })
      : kind === 'SEVERITY'
        ? t('timeline.severity', { was: level(was), became: level(became) })
        : t(`timeline.kind.${kind}`)
}

/** What the server says of its own entries, in the reader's language. */
function useOwnText({ kind, clock, authority, reference, became }: TimelineEntry): string | null {
  const t = useWords('incidents')
  const name = clock ? t(`clock.name.${clock}`) : ''
  if (kind === 'PASSED') return t('timeline.passed', { clock: name })
  if (kind === 'DECLARED') return became === 'ONGOING' ? t('timeline.ongoing') : became === 'OVER' ? t('timeline.over') : null
  if (kind !== 'SENT') return null
  const sent = authority ? t('timeline.sending', { clock: name, authority }) : t('timeline.sending_bare', { clock: name })
  return reference ? `${sent} ${t('timeline.reference', { reference })}` : sent
}

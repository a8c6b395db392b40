import { Paperclip, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { TimelineEntry } from '#areas/incidents/contract/incident-calls.ts'
import { incident } from '#areas/incidents/contract/incident.ts'
import { api } from '#kit/web/api/client.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { BesideFacts } from './incident-facts.tsx'
import type { Incident } from './incident-row.ts'
import { useMoments } from './incident-time.ts'
import css from './incident-tabs.module.css'
import { useTimeline } from './use-timeline.ts'

const learnt = ['cause', 'lessons_learned'] as const

/** Why it came to this and what was learnt, to be read and written apart from the rest. */
export function LessonsTab({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  /** As it was when writing began: what somebody else writes meanwhile is not overwritten unseen. */
  const [writing, setWriting] = useState<Incident>()
  const asOf = useAsOf()
  return (
    <BesideFacts row={row}>
      {row.edit_right && !asOf ? (
        <Button icon={<Pencil size={13} aria-hidden />} onClick={() => setWriting(row)}>
          {t('lessons.write')}
        </Button>
      ) : null}
      {learnt.map((field) => (
        <Box key={field} as="section" below={20} className={css.part}>
          <h3>{t(`entities.incident.fields.${field}`)}</h3>
          {row[field] ? (
            <Markdown text={row[field]} />
          ) : (
            <Text as="p" apart size={12} tone="quiet">
              {t(field === 'cause' ? 'timeline.no_cause' : 'timeline.no_lessons')}
            </Text>
          )}
        </Box>
      ))}
      {writing ? <LessonsDialog row={writing} onClose={() => setWriting(undefined)} /> : null}
    </BesideFacts>
  )
}

function LessonsDialog({ row, onClose }: { readonly row: Incident; readonly onClose: () => void }) {
  const t = useWords('incidents')
  const kit = useWords('kit')
  const [texts, setTexts] = useState({ cause: row.cause ?? '', lessons_learned: row.lessons_learned ?? '' })
  const body = { cause: texts.cause.trim() || null, lessons_learned: texts.lessons_learned.trim() || null }
  const send = async () => (await saveRow<Incident>(`/incident/${row.id}`, row, body)).message
  return (
    <FormDialog title={t('lessons.title')} size="md" action={kit('actions.save')} send={send} onClose={onClose}>
      {(errorOf) => (
        <>
          {learnt.map((field) => (
            <TextArea
              key={field}
              label={t(`entities.incident.fields.${field}`)}
              rows={8}
              maxLength={incident.fields[field].options.max}
              value={texts[field]}
              error={errorOf(field)}
              onChange={(event) => setTexts((before) => ({ ...before, [field]: event.target.value }))}
            />
          ))}
        </>
      )}
    </FormDialog>
  )
}

/** Every file of the incident: attached to it, to what was entered, and to what was sent. */
export function EvidenceTab({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const format = useFormat()
  const moments = useMoments()
  const { data, error, refetch } = useTimeline(row.id)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const entered = data.objects.flatMap((entry) => entry.files.map((file) => ({ file, entry })))
  const files = [...row.attachments.map((file) => ({ file, entry: undefined as TimelineEntry | undefined })), ...entered]
  return (
    <BesideFacts row={row}>
      {files.length === 0 ? (
        <EmptyState title={t('evidence.none')} text={t('evidence.none_text')} />
      ) : (
        <ul className={css.papers}>
          {files.map(({ file, entry }) => (
            <Row as="li" wrap align="center" gap={12} rowGap={4} padY={6} edge="below" key={file.id}>
              <Row
                as="button"
                inline
                align="center"
                gap={6}
                tone="accent"
                side="left"
                breaks
                type="button"
                onClick={() => void api.download(`/file/${file.id}/download`)}
              >
                <Paperclip size={13} aria-hidden />
                {file.name}
              </Row>
              <span>{format.size(file.size)}</span>
              <span>
                {entry
                  ? `${t(`timeline.kind.${entry.kind as 'NOTE'}`)} · ${entry.author?.name ?? t('timeline.server')} · ${moments.full(entry.happened_at)}`
                  : t('evidence.attached')}
              </span>
            </Row>
          ))}
        </ul>
      )}
    </BesideFacts>
  )
}

/** What authorities were sent, newest first: which of it stands, with number, words and receipt. */
export function NotificationsTab({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const moments = useMoments()
  const { data, error, refetch } = useTimeline(row.id)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const sent = data.objects.filter(({ kind }) => kind === 'SENT')
  const waiting = data.clocks.filter((clock) => clock.sent === null)
  return (
    <BesideFacts row={row}>
      {sent.length + waiting.length === 0 ? <EmptyState title={t('sendings.none')} text={t('sendings.none_text')} /> : null}
      {waiting.length > 0 ? (
        <Box as="section" below={20} className={css.part}>
          <h3>{t('sendings.waiting')}</h3>
          <ul className={css.papers}>
            {waiting.map(({ clock, state, due, authority }) => (
              <Row as="li" wrap align="center" gap={12} rowGap={4} padY={6} edge="below" key={clock} data-state={state}>
                <b>{t(`clock.name.${clock}`)}</b>
                <span>{authority ?? ''}</span>
                <span>{`${t(`clock.state.${state}`)} · ${t('clock.due', { moment: moments.full(due) })}`}</span>
              </Row>
            ))}
          </ul>
        </Box>
      ) : null}
      {sent.map((entry) => (
        <Sending key={entry.id} entry={entry} />
      ))}
    </BesideFacts>
  )
}

function Sending({ entry }: { readonly entry: TimelineEntry }) {
  const t = useWords('incidents')
  const moments = useMoments()
  const { clock, happened_at: at, author, authority, reference, text, files, corrected_by: corrected } = entry
  const facts = [
    [t('clock.sent_at'), moments.full(at)],
    [t('clock.authority'), authority],
    [t('clock.reference'), reference],
    [t('sendings.by'), author?.name ?? t('timeline.server')],
  ] as const
  return (
    <Box as="section" below={20} className={css.part} data-corrected={corrected !== null || undefined}>
      <h3>
        {clock ? t(`clock.name.${clock}`) : ''}
        {corrected !== null ? (
          <Text size={12} tone="quiet">
            {' '}
            {t('timeline.corrected')}
          </Text>
        ) : null}
      </h3>
      <dl className={css.sending}>
        {facts.map(([name, value]) =>
          value ? (
            <Row gap={12} padY={2} key={name}>
              <Text as="dt" rigid tone="quiet">
                {name}
              </Text>
              <Text as="dd" narrows breaks>
                {value}
              </Text>
            </Row>
          ) : null,
        )}
      </dl>
      {text ? (
        <Text as="p" apart>
          {text}
        </Text>
      ) : null}
      {files.length > 0 ? (
        <ul className={css.papers}>
          {files.map((file) => (
            <Row as="li" wrap align="center" gap={12} rowGap={4} padY={6} edge="below" key={file.id}>
              <Row
                as="button"
                inline
                align="center"
                gap={6}
                tone="accent"
                side="left"
                breaks
                type="button"
                onClick={() => void api.download(`/file/${file.id}/download`)}
              >
                <Paperclip size={13} aria-hidden />
                {file.name}
              </Row>
            </Row>
          ))}
        </ul>
      ) : null}
    </Box>
  )
}

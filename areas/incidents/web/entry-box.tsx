import { AtSign, Link2, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { KeyboardEvent, RefObject } from 'react'
import { writtenKinds, type addEntry, type TimelineEntry } from '#areas/incidents/contract/incident-calls.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { instantOf, wallTime, isWallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { sentText, type Led, type Person } from '#kit/web/resource/mention-text.ts'
import { useMentions } from '#kit/web/resource/use-mentions.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { MomentInput } from '#kit/web/ui/moment-input.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { useMoments } from './incident-time.ts'
import css from './incident.module.css'

type WrittenKind = (typeof writtenKinds)[number]

interface EntryBoxProps {
  readonly id: number
  readonly text: RefObject<HTMLTextAreaElement | null>
  /** The entry that is being corrected. */
  readonly corrects: TimelineEntry | undefined
  readonly onCorrected: () => void
}

/** Where what was found, decided or said is entered, for good; what was typed stays until it is there. */
export function EntryBox({ id, text: box, corrects, onCorrected }: EntryBoxProps) {
  const t = useWords('incidents')
  const kit = useWords('kit')
  const moments = useMoments()
  const [kind, setKind] = useState<WrittenKind>('FINDING')
  const [text, setText] = useState('')
  const [when, setWhen] = useState('')
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [busy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const { uploads, add } = useUploads((file) => setFiles((before) => [...before, file]))
  const [people, setPeople] = useState<readonly Person[]>([])
  const [objects, setObjects] = useState<readonly Led[]>([])
  const { attributes, look, offers } = useMentions({
    entity: 'incident',
    id,
    text,
    box,
    onChange: setText,
    onChoose: (person) => setPeople((before) => [...before, person]),
    onLead: (object) => setObjects((before) => [...before, object]),
  })
  const empty = text.trim() === ''
  const wrong = when !== '' && !isWallTime(when)
  /** Begins a mention where the caret stands, as if its sign had been typed. */
  const begin = (sign: '@' | '#') => {
    const element = box.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    const gap = start > 0 && !/\s/.test(text.charAt(start - 1)) ? ' ' : ''
    const before = `${text.slice(0, start)}${gap}${sign}`
    // Before the next key: what is typed at once stands behind the sign.
    flushSync(() => setText(before + text.slice(end)))
    element.focus()
    element.setSelectionRange(before.length, before.length)
    look(element)
  }
  const send = async () => {
    if (empty || busy || wrong) return
    setBusy(true)
    try {
      const { message = '' } = await api.call<typeof addEntry>('POST /incident/{id}/entries', {
        params: { id },
        body: {
          kind,
          text: sentText(text.trim(), people, objects),
          ...(when && { happened_at: instantOf(when) }),
          files: files.map((file) => file.id),
          corrects: corrects?.id ?? null,
        },
      })
      setText('')
      setWhen('')
      setFiles([])
      setPeople([])
      setObjects([])
      onCorrected()
      toast.success(message)
      await renewed()
      box.current?.focus()
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
  return (
    <Stack gap={8} padY={10} padX={10} edge="strong" corner={8} fill="surface" className={css.box} onKeyDown={onKeyDown}>
      <Row wrap align="center" gap={8}>
        <Segmented
          label={t('timeline.kinds')}
          value={kind}
          onChange={setKind}
          options={writtenKinds.map((value) => ({ value, label: t(`timeline.kind.${value}`) }))}
        />
        <Row align="center" gap={6} pushed tone="quiet">
          <span aria-hidden>{t('timeline.happened')}</span>
          {when === '' ? (
            <Button
              size="sm"
              aria-description={t('timeline.now')}
              aria-label={t('timeline.happened_now')}
              onClick={() => setWhen(wallTime(new Date()).slice(0, 16))}
            >
              {t('timeline.just_now')}
            </Button>
          ) : (
            <MomentInput aria-label={t('timeline.happened')} value={when} onChange={(value) => setWhen(value ?? '')} />
          )}
        </Row>
      </Row>
      {corrects ? (
        <Row as="p" align="center" gap={4} size={12} tone="accent">
          {t('timeline.correcting', { moment: moments.full(corrects.happened_at) })}
          <IconButton size="sm" label={kit('actions.cancel')} onClick={onCorrected}>
            <X size={12} />
          </IconButton>
        </Row>
      ) : null}
      <Box holds>
        <textarea
          ref={box}
          rows={2}
          maxLength={5000}
          value={text}
          aria-label={t('timeline.text')}
          placeholder={t('timeline.placeholder')}
          {...attributes}
          onChange={(event) => {
            setText(event.target.value)
            look(event.target)
          }}
        />
        {offers}
      </Box>
      {files.length + uploads.length > 0 ? (
        <Row as="ul" wrap gap={6} above={4} className={css.files}>
          {files.map((file) => (
            <Text as="li" edge="all" corner={6} size={12} key={file.id}>
              {file.name}
              <IconButton
                size="sm"
                label={t('timeline.remove_file', { name: file.name })}
                onClick={() => setFiles((before) => before.filter((each) => each.id !== file.id))}
              >
                <X size={12} />
              </IconButton>
            </Text>
          ))}
          {uploads.map((upload) => (
            <Text as="li" edge="all" corner={6} size={12} key={`u${upload.id}`}>
              {upload.failure ?? upload.name}
            </Text>
          ))}
        </Row>
      ) : null}
      <Row wrap align="center" gap={8} className={css.boxFoot}>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            add([...(event.target.files ?? [])].slice(0, 5 - files.length))
            event.target.value = ''
          }}
        />
        <IconButton label={t('timeline.attach')} onClick={() => chooser.current?.click()}>
          <Paperclip size={15} />
        </IconButton>
        <IconButton label={t('timeline.call')} onClick={() => begin('@')}>
          <AtSign size={15} />
        </IconButton>
        <IconButton label={t('timeline.lead')} onClick={() => begin('#')}>
          <Link2 size={15} />
        </IconButton>
        <Text size={12} tone="quiet">
          {t('timeline.forever')}
        </Text>
        <Button disabled={empty || uploads.some(({ failure }) => failure === undefined)} loading={busy} onClick={() => void send()}>
          {t('timeline.add')} <Kbd>Ctrl ↵</Kbd>
        </Button>
      </Row>
    </Stack>
  )
}

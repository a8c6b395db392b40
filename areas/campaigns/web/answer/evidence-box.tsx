import { Camera, FileCheck2, LoaderCircle, Paperclip, Upload, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { loadChooser } from '#areas/evidence/web/index.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { documentTypes } from '#kit/web/ui/file-drop.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { MissingPart } from './missing-part.tsx'
import { showsProofs, type Evaluation } from './use-evaluation.ts'
import css from './boxes.module.css'

const Chooser = lazy(async () => ({ default: (await loadChooser()).ChooseEvidence }))

/** What proves an answer: files dropped, chosen or pasted, several at once, each an evidence of its own; or evidence that is there already. */
export function EvidenceBox({ evaluation, item }: { readonly evaluation: Evaluation; readonly item: number }) {
  const t = useWords('campaigns')
  const id = useId()
  const phone = usePhone()
  const { store, source, state, mayAnswer, given } = evaluation
  const { evidences } = store.valuesAt(item)
  const [sending, setSending] = useState<readonly string[]>([])
  const [choosing, setChoosing] = useState(false)
  const [over, setOver] = useState(false)
  const browse = useRef<HTMLInputElement>(null)
  const open = mayAnswer(item)
  const rule = showsProofs(evaluation, item)
  const hidden = (state.answers.get(item)?.evidence_count ?? 0) - (state.answers.get(item)?.evidences.length ?? 0)
  const count = given.get(item)?.evidences ?? 0
  const lacking = evaluation.stands(item).lacks.includes('proof')
  const tied = lacking ? { 'aria-describedby': `${id}-lack` } : {}

  const add = async (files: readonly File[]) => {
    for (const file of files) {
      setSending((before) => [...before, file.name])
      try {
        const made = await source.upload?.(file)
        if (made) store.edit(item, { evidences: [...store.valuesAt(item).evidences, { id: made.id, name: made.name }] })
      } catch (reason) {
        toast.error(failureDetails(reason))
      }
      setSending((before) => before.filter((one) => one !== file.name))
    }
  }
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    if (!open || !source.upload) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      const time = wallTime(new Date()).slice(11)
      void latest.current(
        files.map((file) =>
          /^image\.\w+$/.test(file.name) ? new File([file], `${t('answer.pasted', { time })}.${file.name.split('.').pop()}`, { type: file.type }) : file,
        ),
      )
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [open, source.upload, t])

  const take = (input: HTMLInputElement) => {
    void add([...(input.files ?? [])])
    input.value = ''
  }
  return (
    <Stack as="section" gap={6} narrows size={13} className={css.box} aria-labelledby={id}>
      <header>
        <Paperclip size={14} aria-hidden />
        <h3 id={id}>{t('answer.evidence')}</h3>
        {rule === 'REQUIRED' ? <Text tone="bad">*</Text> : null}
        <span>{count > 0 ? count : t(rule === 'REQUIRED' ? 'answer.required' : 'answer.not_required')}</span>
        {open ? <Kbd>E</Kbd> : null}
      </header>
      {open && source.upload ? (
        <>
          <input ref={browse} type="file" hidden multiple accept={documentTypes} onChange={(event) => take(event.target)} />
          {phone ? (
            <Grid gap={8} className={css.native}>
              <Row as="label" holds align="center" spread="middle" gap={8} edge="strong" corner={6} fill="surface" weight={500}>
                <Camera size={16} aria-hidden /> {t('answer.photo')}
                <input type="file" accept="image/*" capture="environment" onChange={(event) => take(event.target)} />
              </Row>
              <Button data-field="evidence" {...tied} icon={<Paperclip size={16} aria-hidden />} onClick={() => browse.current?.click()}>
                {t('answer.file')}
              </Button>
            </Grid>
          ) : (
            <Row
              type="button"
              data-field="evidence"
              {...tied}
              as="button"
              align="center"
              gap={8}
              padY={6}
              padX={12}
              corner={6}
              fill="subtle"
              tone="soft"
              side="start"
              className={css.drop}
              data-over={over || undefined}
              onClick={() => browse.current?.click()}
              onDragOver={(event) => {
                event.preventDefault()
                setOver(true)
              }}
              onDragLeave={() => setOver(false)}
              onDrop={(event) => {
                event.preventDefault()
                setOver(false)
                void add([...event.dataTransfer.files])
              }}
            >
              <Upload size={15} aria-hidden />
              <span>
                {t('answer.drop')}{' '}
                <Text as="em" tone="accent" weight={500}>
                  {t('answer.browse')}
                </Text>
              </span>
            </Row>
          )}
        </>
      ) : null}
      {lacking ? <MissingPart id={`${id}-lack`} what="proof" /> : null}
      <ul>
        {evidences.map((one) => (
          <li key={one.id}>
            <FileCheck2 size={14} aria-hidden />
            <span>{one.name}</span>
            {open ? (
              <IconButton
                size="sm"
                label={t('answer.remove', { name: one.name ?? '' })}
                onClick={() => store.edit(item, { evidences: evidences.filter((other) => other.id !== one.id) })}
              >
                <X size={13} />
              </IconButton>
            ) : null}
          </li>
        ))}
        {hidden > 0 ? <li>{t('answer.evidence_hidden', { count: hidden })}</li> : null}
        {sending.map((name) => (
          <li key={name}>
            <LoaderCircle size={14} aria-hidden />
            <span>{name}</span>
            <em>{t('answer.uploading')}</em>
          </li>
        ))}
      </ul>
      {open && source.chooses ? (
        choosing ? (
          <Suspense>
            <Chooser
              focused
              label={t('answer.choose')}
              value={[]}
              without={new Set(evidences.map((one) => one.id))}
              onChange={(ids) => {
                setChoosing(false)
                store.edit(item, { evidences: [...evidences, ...ids.map((one) => ({ id: one, name: `${t('answer.evidence')} ${one}` }))] })
              }}
            />
          </Suspense>
        ) : (
          <Button variant="subtle" size="sm" onClick={() => setChoosing(true)}>
            {t('answer.choose')}
          </Button>
        )
      ) : null}
    </Stack>
  )
}

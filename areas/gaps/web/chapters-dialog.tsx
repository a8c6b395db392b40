import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { gapGroup } from '#areas/gaps/contract/gap-group.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { placeBefore, updateRow } from '#kit/web/resource/list-api.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './gap-register.module.css'
import { useChapters, type Chapter } from './use-chapters.ts'

/** The chapters of a register: named, ordered, added and removed where they stand. */
export function ChaptersDialog({ register, onClose }: { readonly register: number; readonly onClose: () => void }) {
  const t = useWords('gaps')
  const kit = useWords('kit')
  const lang = useLanguage()
  const { data: chapters } = useChapters(register)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await renewed()
      setBusy(false)
    }
  }
  const remove = async ({ id, name: label }: Chapter) => {
    if (await confirm({ title: kit('confirm.delete_one'), message: label ?? '', confirm: kit('actions.delete'), danger: true }))
      await attempt(() => api.del(`/gap_group/${id}`))
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    void attempt(async () => {
      await api.post('/gap_group', { register, [`name_${lang}`]: name.trim() })
      setName('')
    })
  }
  return (
    <Modal title={t('register.chapters')} onClose={onClose} footer={<CancelButton label={kit('actions.close')} />}>
      {chapters?.length === 0 ? (
        <Text as="p" below={12} tone="soft">
          {t('register.no_chapters')}
        </Text>
      ) : null}
      {chapters === undefined ? <SkeletonRows count={4} /> : null}
      <Stack as="ol" gap={8} className={css.list}>
        {chapters?.map((chapter, n) => {
          const [before, after] = [chapters[n - 1], chapters[n + 1]]
          const label = chapter.name ?? ''
          return (
            <Row as="li" align="center" gap={6} key={chapter.id}>
              <ChapterName key={label} chapter={chapter} n={n + 1} />
              <Text rigid side="right" tone="quiet" size={12} className={css.used}>
                {t('register.in_use', { count: chapter.gaps ?? 0 })}
              </Text>
              <IconButton
                label={t('register.move_up', { name: label })}
                disabled={!before || busy}
                onClick={() => before && void attempt(() => placeBefore(gapGroup, chapter, before))}
              >
                <ArrowUp size={14} />
              </IconButton>
              <IconButton
                label={t('register.move_down', { name: label })}
                disabled={!after || busy}
                onClick={() => after && void attempt(() => placeBefore(gapGroup, after, chapter))}
              >
                <ArrowDown size={14} />
              </IconButton>
              <IconButton label={t('register.delete_chapter', { name: label })} disabled={Boolean(chapter.gaps) || busy} onClick={() => void remove(chapter)}>
                <Trash2 size={14} />
              </IconButton>
            </Row>
          )
        })}
      </Stack>
      <Row as="form" align="end" gap={8} above={14} className={css.add} onSubmit={add}>
        <TextInput label={t('register.new_chapter')} maxLength={128} value={name} data-autofocus onChange={(event) => setName(event.target.value)} />
        <Button type="submit" icon={<Plus size={14} aria-hidden />} loading={busy} disabled={name.trim() === ''}>
          {kit('actions.add')}
        </Button>
      </Row>
    </Modal>
  )
}

/** A name that is written where it stands, and kept on leaving it; Escape brings back what it was. */
function ChapterName({ chapter, n }: { readonly chapter: Chapter; readonly n: number }) {
  const t = useWords('gaps')
  const lang = useLanguage()
  const was = chapter.name ?? ''
  const [name, setName] = useState(was)
  useLayer('popup', name !== was, () => setName(was))
  const keep = async () => {
    const next = name.trim()
    if (next === was) return
    if (next === '') setName(was)
    else await updateRow(gapGroup, chapter, { [`name_${lang}`]: next }).catch(() => setName(was))
  }
  return (
    <TextInput
      aria-label={t('register.chapter_name', { n: String(n) })}
      data-kept
      maxLength={128}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

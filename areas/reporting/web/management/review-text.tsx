import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { MarkdownEditor } from '#kit/web/kinds/lazy-controls.tsx'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { managementReview, type ReviewText as TextName } from '#areas/reporting/contract/management-review.ts'
import type { Review } from './management-api.ts'
import css from './management.module.css'

interface ReviewTextProps {
  readonly review: Review
  readonly name: TextName
}

/** A place to write of a review, written where it is read; of one that is closed what was written. */
export function ReviewText({ review, name }: ReviewTextProps) {
  const t = useWords('reporting')
  const [draft, setDraft] = useState<string>()
  const [save, busy] = useSubmit(async (text: string) => {
    try {
      await updateRow(managementReview, review, { [name]: text.trim() || null })
      setDraft(undefined)
    } catch {
      // What was refused has been said; the words stay to be sent again.
    }
  })
  const text = review[name]
  const title = t(`entities.management_review.fields.${name}`)
  const writes = review.edit_right && review.status === 'DRAFT'
  if (draft !== undefined) {
    return (
      <Stack gap={8} padX={12} padY={12} edge="all" corner={8} fill="surface" className={css.text}>
        <MarkdownEditor label={t('management.text_of', { name: title })} value={draft} onChange={(next) => setDraft(next ?? '')} />
        <Row gap={8}>
          <Button variant="primary" size="sm" loading={busy} onClick={() => save(draft)}>
            {t('management.save')}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => setDraft(undefined)}>
            {t('management.cancel')}
          </Button>
        </Row>
      </Stack>
    )
  }
  return (
    <Row gap={12} align="start" spread="between" padX={12} padY={12} edge="all" corner={8} fill="surface" className={css.text}>
      <div className={css.words}>{text ? <Markdown text={text} /> : <Text tone="quiet">{t('management.not_written')}</Text>}</div>
      {writes ? (
        <Button
          size="sm"
          icon={<PencilLine size={14} aria-hidden />}
          aria-label={`${t(text ? 'management.edit' : 'management.write')} – ${title}`}
          onClick={() => setDraft(text ?? '')}
        >
          {t(text ? 'management.edit' : 'management.write')}
        </Button>
      ) : null}
    </Row>
  )
}

import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import type { Draft } from '#areas/reporting/contract/calls.ts'
import type { dashboard } from '#areas/reporting/contract/dashboard.ts'
import { publishDraft } from '#areas/reporting/web/reporting-api.ts'
import { EntityChoice } from './entity-choice.tsx'

interface PublishProps {
  readonly draft: Draft
  readonly row: RowOf<typeof dashboard>
  /** Blocks in which a setting is missing. */
  readonly incomplete: number
  readonly onFlush: () => Promise<number>
  readonly onClose: () => void
  readonly onDone: (message: string) => void
  readonly onFailed: (reason: unknown) => void
}

/** Makes the draft a version, with what is said of it. */
export function PublishDialog({ draft: { id, number, kept, goes }, row, incomplete, onFlush, onClose, onDone, onFailed }: PublishProps) {
  const t = useWords('reporting')
  const [note, setNote] = useState('')
  const [whom, setWhom] = useState<'nobody' | 'readers' | 'named'>('nobody')
  const [members, setMembers] = useState<readonly number[]>([])
  const [busy, setBusy] = useState(false)
  const publish = async () => {
    setBusy(true)
    try {
      const version = await onFlush()
      onDone(
        await publishDraft(id, {
          version,
          note: note.trim() || null,
          tell: { readers: whom === 'readers', members: whom === 'named' ? [...members] : [] },
        }),
      )
    } catch (reason) {
      setBusy(false)
      onFailed(reason)
    }
  }
  return (
    <Modal
      title={t('builder.publish_title', { number })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" loading={busy} disabled={incomplete > 0 || (whom === 'named' && members.length === 0)} onClick={() => void publish()}>
            {t('builder.publish').replace('…', '')}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Text as="p" tone="soft">
          {t('builder.publish_text')}
        </Text>
        <Facts
          facts={[
            [t('builder.scope'), row.perimeter ? t('builder.scope_of', { name: row.perimeter.name }) : t('builder.scope_all')],
            [t('builder.readers'), row.visibility ? t(`entities.dashboard.choices.visibility.${row.visibility}`) : '–'],
          ]}
        />
        {incomplete > 0 ? (
          <Text as="p" role="alert" tone="bad">
            {t('builder.missing', { count: incomplete })}
          </Text>
        ) : null}
        <TextArea
          label={t('builder.note')}
          help={t('builder.note_help')}
          rows={3}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Stack gap={6}>
          <Text as="p" size={12} weight={550} tone="soft" aria-hidden>
            {t('builder.tell')}
          </Text>
          <Segmented
            label={t('builder.tell')}
            value={whom}
            onChange={setWhom}
            options={(['nobody', 'readers', 'named'] as const).map((value) => ({ value, label: t(`builder.tell_whom.${value}`) }))}
          />
          {whom === 'named' ? (
            <EntityChoice
              label={t('builder.tell_named')}
              entity="member"
              many
              needed
              value={members}
              onChange={(next) => setMembers(Array.isArray(next) ? next : [])}
            />
          ) : null}
          <Text as="p" size={12} tone="quiet">
            {t('builder.tell_help')}
          </Text>
        </Stack>
        {goes === null ? null : (
          <Text as="p" size={12} tone="quiet">
            {t('builder.goes', { number: goes, kept })}
          </Text>
        )}
      </Stack>
    </Modal>
  )
}

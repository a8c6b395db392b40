import { ExternalLink, FileCheck2, Plus, Trash2, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { evidence } from '#areas/evidence/contract/evidence.ts'
import { loadStanding } from '#areas/evidence/web/index.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { fileInput } from '#kit/contract/field.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { OutsideLink, UrlInput } from '#kit/web/ui/outside-link.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Text } from '#kit/web/ui/text.tsx'
import type { Action } from './presentation.tsx'
import css from './tabs.module.css'
import { childrenToWire, save } from './transition.ts'

const Standing = lazy(async () => ({ default: (await loadStanding()).EvidenceUsage }))
const ChooseEvidence = lazy(async () => ({ default: (await import('./choose-evidence.tsx')).ChooseEvidence }))

/** What shows that an action was done: evidence, which each link and file is, and other attachments apart; saved at once. */
export function ProofsTab({ row }: { readonly row: Action }) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const format = useFormat()
  const [adding, setAdding] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { proofs } = row
  const page = pageOfEntity(evidence.name)
  const takeAway = async ({ id, name }: Action['evidences'][number]) => {
    const details = (
      <Suspense>
        <Standing id={id} version={row.version} plain />
      </Suspense>
    )
    if (
      await confirm({ title: t('panel.remove_evidence', { name }), message: t('panel.evidence_stays'), details, confirm: kit('actions.remove'), danger: true })
    )
      void save(row, (latest) => ({ evidences: latest.evidences.filter((other) => other.id !== id).map((other) => other.id) }))
  }
  const write = (edit: (before: Action['proofs']) => readonly object[]) => save(row, (latest) => ({ proofs: childrenToWire(edit(latest.proofs)) }))
  const remove = async ({ id, name, url }: Action['proofs'][number]) => {
    const title = t('panel.remove_proof', { name: name ?? url ?? '' })
    if (await confirm({ title, message: t('panel.kept'), confirm: kit('actions.delete'), danger: true }))
      void write((before) => before.filter((other) => other.id !== id))
  }
  return (
    <Stack align="stretch" gap={12} className={css.tab}>
      {proofs.length + row.proof_files.length + row.evidences.length === 0 ? <EmptyState title={t('panel.no_proof')} text={t('panel.no_proof_text')} /> : null}
      {row.evidences.length > 0 ? (
        <ul className={css.lines} aria-label={t('entities.remediation.fields.evidences')}>
          {row.evidences.map((one) => (
            <Row as="li" wrap align="center" gap={8} padY={4} edge="soft-below" key={one.id}>
              <FileCheck2 size={13} aria-hidden />
              <Text grow narrows breaks className={css.text}>
                {page && !one.hidden ? (
                  <Link to={path(page.path, { id: one.id })}>
                    {one.identifier} {one.name}
                  </Link>
                ) : (
                  one.name
                )}
              </Text>
              {row.edit_right ? (
                <IconButton size="sm" label={t('panel.take_evidence_away', { name: one.name })} onClick={() => void takeAway(one)}>
                  <X size={13} />
                </IconButton>
              ) : null}
            </Row>
          ))}
        </ul>
      ) : null}
      <ul className={css.lines}>
        {proofs.map((proof) => (
          <Row as="li" wrap align="center" gap={8} padY={4} edge="soft-below" key={proof.id}>
            <ExternalLink size={13} aria-hidden />
            <Text grow narrows breaks className={css.text}>
              <OutsideLink address={proof.url ?? ''} name={proof.name} />
              {proof.comment ? (
                <Text as="em" tone="quiet" size={12} upright>
                  {proof.comment}
                </Text>
              ) : null}
            </Text>
            <Text size={12} tone="quiet">
              {proof.author ? t('panel.by', { name: proof.author.name, date: format.date(proof.date) }) : format.date(proof.date)}
            </Text>
            {row.edit_right ? (
              <IconButton size="sm" label={kit('actions.delete')} onClick={() => void remove(proof)}>
                <Trash2 size={13} />
              </IconButton>
            ) : null}
          </Row>
        ))}
      </ul>
      {row.edit_right ? (
        <Button variant="subtle" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          {t('panel.add_link')}
        </Button>
      ) : null}
      {row.edit_right ? (
        <Button variant="subtle" icon={<FileCheck2 size={14} aria-hidden />} onClick={() => setChoosing(true)}>
          {t('panel.choose_evidence')}
        </Button>
      ) : null}
      {(['proof_files', 'attachments'] as const).map((name) => (
        <AttachedFiles
          key={name}
          label={t(`entities.remediation.fields.${name}`)}
          disabled={!row.edit_right}
          files={row[name]}
          max={remediation.fields[name].options.max}
          savedAtOnce
          onEdit={(edit) => void save(row, (latest) => ({ [name]: edit(latest[name]).map(fileInput) }))}
        />
      ))}
      {choosing ? (
        <Suspense>
          <ChooseEvidence
            shown={row.evidences}
            onClose={() => setChoosing(false)}
            onSave={async (ids) => {
              if (await save(row, (latest) => ({ evidences: [...new Set([...latest.evidences.map(({ id }) => id), ...ids])] }))) setChoosing(false)
            }}
          />
        </Suspense>
      ) : null}
      {adding ? (
        <LinkDialog
          onClose={() => setAdding(false)}
          onSave={async (proof) => {
            if (await write((before) => [...before, proof])) setAdding(false)
          }}
        />
      ) : null}
    </Stack>
  )
}

function LinkDialog({ onSave, onClose }: { readonly onSave: (proof: object) => Promise<void>; readonly onClose: () => void }) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const form = useId()
  const [draft, setDraft] = useState({ name: '', url: '', comment: '' })
  const [send, busy] = useSubmit(onSave)
  const set = (more: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...more }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.url.trim()) send({ name: draft.name.trim() || null, url: draft.url.trim(), comment: draft.comment.trim() || null })
  }
  return (
    <Modal
      title={t('panel.add_link')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!draft.url.trim()} loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <UrlInput
          label={t('dialogs.proof_url')}
          required
          maxLength={2000}
          placeholder="https://"
          data-autofocus
          value={draft.url}
          onChange={(event) => set({ url: event.target.value })}
        />
        <TextInput label={t('dialogs.proof_name')} maxLength={255} value={draft.name} onChange={(event) => set({ name: event.target.value })} />
        <TextArea
          label={t('entities.remediation.fields.comment')}
          maxLength={1000}
          value={draft.comment}
          onChange={(event) => set({ comment: event.target.value })}
        />
      </form>
    </Modal>
  )
}

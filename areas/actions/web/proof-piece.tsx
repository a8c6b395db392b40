import { useLayoutEffect, useMemo, useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { loadChooser } from '#areas/evidence/web/index.ts'
import { fileInput, type FileReference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { UrlInput } from '#kit/web/ui/outside-link.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { PieceProps } from '#kit/web/work/transition-question.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Action } from './presentation.tsx'

const ChooseEvidence = lazy(async () => ({ default: (await loadChooser()).ChooseEvidence }))
const KnownFiles = lazy(async () => ({ default: (await loadChooser()).KnownFiles }))

/** Asks for what proves that an action is done: evidence that is there, a link, or files. */
export function ProofPiece({ row, onSay, onBusy, errorOf, corrected }: PieceProps<Action>) {
  const t = useWords('actions')
  const [name, setName] = useState('')
  const [link, setLink] = useState('')
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [chosen, setChosen] = useState<readonly number[]>([])
  // Lists do not tell what an action shows.
  const { data } = useRecord(remediation, row.id)
  const shown = useMemo(() => new Set(data?.evidences.map(({ id }) => id)), [data])
  // Before anything else is pressed: an Enter that follows the last letter at once counts.
  useLayoutEffect(() => {
    const url = link.trim()
    onSay(
      url || files.length > 0 || (chosen.length > 0 && data)
        ? {
            ...(chosen.length > 0 ? { evidences: [...new Set([...shown, ...chosen])] } : {}),
            ...(url ? { proofs: [{ name: name.trim() || null, url }] } : {}),
            ...(files.length > 0 ? { proof_files: files.map(fileInput) } : {}),
          }
        : null,
    )
    // What is said is told whenever it changes, whoever listens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name, link, files, chosen, data])
  return (
    <>
      <p>{t('dialogs.proof_needed')}</p>
      <Suspense>
        <ChooseEvidence
          label={t('dialogs.proof_there')}
          help={t('panel.recent_first')}
          without={shown}
          error={errorOf('evidences', 'evidences')}
          value={chosen}
          onChange={(ids) => {
            setChosen(ids)
            corrected('evidences')
          }}
        />
      </Suspense>
      <TextInput
        label={t('dialogs.proof_name')}
        maxLength={255}
        error={errorOf('proof_name', 'proofs.0.name')}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          corrected('proof_name')
        }}
      />
      <UrlInput
        label={t('dialogs.proof_url')}
        data-autofocus
        error={errorOf('proof_url', 'proofs.0.url', 'proofs')}
        maxLength={2000}
        placeholder="https://"
        value={link}
        onChange={(event) => {
          setLink(event.target.value)
          corrected('proof_url')
        }}
      />
      <AttachedFiles
        label={t('entities.remediation.fields.proof_files')}
        files={files}
        max={remediation.fields.proof_files.options.max}
        error={errorOf('proof_files', 'proof_files')}
        onEdit={(edit) => {
          setFiles(edit)
          corrected('proof_files')
        }}
        onBusy={onBusy}
      />
      {files.length > 0 ? (
        <Suspense>
          <KnownFiles
            files={files}
            chosen={chosen}
            onUse={(file, evidence) => {
              setFiles((before) => before.filter(({ id }) => id !== file.id))
              setChosen((before) => [...before, evidence])
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

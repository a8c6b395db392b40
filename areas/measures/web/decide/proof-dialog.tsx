import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { loadChooser } from '#areas/evidence/web/index.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { fileInput, type FileReference, type Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { UrlInput } from '#kit/web/ui/outside-link.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { attempt, buildActionsOf, type ActionOfMeasure } from '#areas/measures/web/measure-actions.ts'
import css from '#areas/measures/web/measures.module.css'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'

const ChooseEvidence = lazy(async () => ({ default: (await loadChooser()).ChooseEvidence }))
const KnownFiles = lazy(async () => ({ default: (await loadChooser()).KnownFiles }))

interface Finished extends ActionOfMeasure {
  readonly edit_right: boolean
  readonly proof_files: readonly FileReference[]
}
interface Kept {
  readonly proof_files: readonly FileReference[]
  readonly evidences: readonly Reference[]
  readonly proofs: readonly { readonly id: number; readonly name: string; readonly url: string | null; readonly comment: string | null }[]
  readonly version: number
}

interface ProofPlace {
  readonly action: Finished | undefined
  readonly plan: Reference | undefined
}

/** Where a proof of a measure is kept: with the last action that was finished for it, else with a new one that says just that. */
function useProofPlace(id: number): ProofPlace | undefined {
  const filters = [
    { name: 'measure', selected_options: [id] },
    { name: 'status', selected_options: ['FINISHED'] },
  ]
  return useQuery({
    queryKey: ['remediation', 'finished_for', id],
    queryFn: async ({ signal }) => {
      const body = { queryParams: { filters, sort: [{ name: 'done_date', order: 'desc' }], per_page: 1 } }
      const [actions, plans] = await Promise.all([
        api.post<ListAnswer<Finished>>('/remediation/page', body, { signal }),
        api.get<ListAnswer<Reference>>('/remediation/programs', { query: { limit: 1 }, signal }),
      ])
      const found = actions.objects.find(({ edit_right }) => edit_right)
      // Lists do not tell what is attached.
      const action = found && (await api.get<{ object: Finished }>(`/remediation/${found.id}`, { signal })).object
      return { action, plan: plans.objects[0] }
    },
  }).data
}

/** Files that an action takes as its proofs (FIL-01). */
const mostFiles = 10

/** The open action that implements a measure, which asks for a proof when it is finished. */
function useFinishing(id: number): ProofPlace | undefined {
  return useQuery({
    queryKey: ['remediation', 'finishing', id],
    queryFn: async ({ signal }) => {
      const [open] = await buildActionsOf(id)
      return { action: open && (await api.get<{ object: Finished }>(`/remediation/${open.id}`, { signal })).object, plan: undefined }
    },
  }).data
}

interface DialogProps {
  readonly row: Measure
  readonly onClose: () => void
  /** Told once it is sent, before it closes. */
  readonly onDone?: (() => void) | undefined
}

/** Adds what proves an implemented measure: files, an address, or both. */
export const ProofDialog = (props: DialogProps) => <Proof {...props} place={useProofPlace(props.row.id)} />

/** Finishes the action that implements a measure, with the proof that its plan asks for. */
export const FinishDialog = (props: DialogProps) => <Proof {...props} finishes place={useFinishing(props.row.id)} />

function Proof({ row, place, finishes = false, onDone, onClose }: DialogProps & { readonly place: ProofPlace | undefined; readonly finishes?: boolean }) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const language = useLanguage()
  const form = useId()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [uploading, setUploading] = useState(false)
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const [named, addressed] = [name.trim() !== '', url.trim() !== '']
  // Half an address is none, and would be lost.
  const ready = named === addressed && (addressed || files.length > 0 || chosen.length > 0) && !uploading && (place?.action ?? place?.plan) !== undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || sending || !place) return
    const added = addressed ? [{ name: name.trim(), url: url.trim() }] : []
    setSending(true)
    const refused = await attempt(async () => {
      const { action, plan } = place
      if (action) {
        const { object } = await api.get<{ object: Kept }>(`/remediation/${action.id}`)
        const proofs = [...object.proofs.map(({ id, name: called, url: address, comment }) => ({ id, name: called, url: address, comment })), ...added]
        await api.put(`/remediation/${action.id}`, {
          version: object.version,
          ...(finishes && { status: 'FINISHED' }),
          ...(added.length > 0 && { proofs }),
          ...(chosen.length > 0 && { evidences: [...new Set([...object.evidences.map(({ id }) => id), ...chosen])] }),
          ...(files.length > 0 && { proof_files: [...object.proof_files, ...files].map(fileInput) }),
        })
      } else
        await api.post('/remediation', {
          [`name_${language}`]: t('proof.action', { name: row.name ?? '' }).slice(0, 200),
          program: plan?.id,
          perimeter: row.perimeter?.id,
          measure: row.id,
          status: 'FINISHED',
          done_date: dayOf(),
          proofs: added,
          evidences: chosen,
          proof_files: files.map(fileInput),
        })
      return {
        message: finishes
          ? t('decide.finished', { action: place.action?.identifier ?? '' })
          : t('proof.added', { count: added.length + files.length + chosen.length }),
      }
    })
    setSending(false)
    setError(refused)
    if (refused !== undefined) return
    onDone?.()
    onClose()
  }
  return (
    <Modal
      title={finishes ? t('proof.finish', { action: place?.action?.identifier ?? '' }) : t('proof.title')}
      size="md"
      dirty={files.length > 0}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!ready} loading={sending}>
            {finishes ? t('verbs.finish') : kit('actions.add')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {finishes ? <p>{t('proof.needed')}</p> : null}
        {error ? (
          <Text as="p" apart tone="bad" role="alert">
            {error}
          </Text>
        ) : null}
        <AttachedFiles
          label={t('proof.files')}
          files={files}
          max={mostFiles - (place?.action?.proof_files.length ?? 0)}
          disabled={sending}
          onEdit={(edit) => setFiles(edit)}
          onBusy={setUploading}
        />
        <Suspense>
          {files.length > 0 ? (
            <KnownFiles
              files={files}
              chosen={chosen}
              onUse={(file, evidence) => {
                setFiles((before) => before.filter(({ id }) => id !== file.id))
                setChosen((before) => [...before, evidence])
              }}
            />
          ) : null}
          <ChooseEvidence label={t('proof.there')} help={t('proof.there_help')} value={chosen} onChange={setChosen} />
        </Suspense>
        <UrlInput label={t('proof.address')} help={t('proof.address_help')} required={named} value={url} onChange={(event) => setUrl(event.target.value)} />
        <TextInput label={t('proof.name')} required={addressed} maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        {place && !finishes ? (
          <p>{place.action ? t('proof.kept', { action: place.action.identifier }) : t('proof.made', { plan: place.plan?.name ?? '' })}</p>
        ) : null}
      </form>
    </Modal>
  )
}

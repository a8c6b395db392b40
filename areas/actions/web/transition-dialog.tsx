import { Fragment, useId, useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import { remediation, taskFileLimit } from '#areas/actions/contract/remediation.ts'
import { fileInput, type FileReference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { UrlInput } from '#kit/web/ui/outside-link.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import css from './actions.module.css'
import { childrenToWire, questionStore } from './transition.ts'
import type { Changes, TransitionQuestion } from './transition.ts'

/** Asks for what a change of status or dates needs; stands once on every page that changes actions. */
export function TransitionDialog() {
  const question = useSyncExternalStore(questionStore.subscribe, questionStore.get)
  return question ? <Asked key={question.id} {...question} /> : null
}

const titles = {
  PLANNED: 'planned',
  ONGOING: 'ongoing',
  STANDBY: 'standby',
  CANCELLED: 'cancelled',
  FINISHED: 'finished',
  TO_PLAN: 'planned',
} as const

type Question = TransitionQuestion & { readonly busy: boolean; readonly answer: (changes: Changes | null) => void }

function Asked({ row, to, needs, wanted, refusal, busy, answer }: Question) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const contextOf = useFieldContexts(remediation)
  const form = useId()
  const [values, setValues] = useState<Record<string, string | null>>(() =>
    Object.fromEntries(Object.entries(wanted).flatMap(([name, value]) => (name === 'target_date' && typeof value === 'string' ? [[name, value]] : []))),
  )
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [links, setLinks] = useState<Readonly<Record<number, string>>>({})
  const [taskFiles, setTaskFiles] = useState<Readonly<Record<number, readonly FileReference[]>>>({})
  /** Where files are still on their way: confirmed now, they would be left behind. */
  const [uploads, setUploads] = useState<ReadonlySet<string>>(new Set())
  const uploadingIn = (place: string) => (coming: boolean) =>
    setUploads((before) => new Set(coming ? [...before, place] : [...before].filter((other) => other !== place)))
  // What has been written anew since the refusal is not wrong any more.
  const [corrected, setCorrected] = useState<{ readonly of: typeof refusal; readonly names: ReadonlySet<string> }>({ of: undefined, names: new Set() })
  const record = useRecord(remediation, needs.includes('task_proofs') ? row.id : undefined)
  const tasks = record.data?.tasks ?? []
  const bare = tasks.filter((task) => task.status === 'DONE' && !task.proof_url && task.proof_files.length === 0)
  const word = (name: string) => contextOf(name).words.field(name)
  const correct = (name: string) => setCorrected((before) => ({ of: refusal, names: new Set([...(before.of === refusal ? before.names : []), name]) }))
  const set = (name: string) => (value: string | null) => {
    setValues((before) => ({ ...before, [name]: value }))
    correct(name)
  }
  const errorOf = (name: string, ...paths: string[]) =>
    corrected.of === refusal && corrected.names.has(name) ? undefined : paths.flatMap((path) => refusal?.fields[path] ?? []).join('. ') || undefined
  const url = values.proof_url?.trim()
  const complete = needs.every((need) =>
    need === 'proof'
      ? Boolean(url) || files.length > 0
      : need === 'task_proofs'
        ? bare.length > 0 && bare.every((task) => links[task.id]?.trim() || taskFiles[task.id]?.length)
        : Boolean(values[need]?.trim()),
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!complete || busy || uploads.size > 0) return
    const { proof_url: _, proof_name: name, ...plain } = values
    answer({
      ...plain,
      ...(needs.includes('proof') && url ? { proofs: [{ name: name?.trim() || null, url }] } : {}),
      ...(files.length > 0 ? { proof_files: files.map(fileInput) } : {}),
      ...(needs.includes('task_proofs')
        ? {
            tasks: childrenToWire(
              tasks.map((task) => ({ ...task, proof_url: links[task.id]?.trim() || task.proof_url, proof_files: taskFiles[task.id] ?? task.proof_files })),
            ),
          }
        : {}),
    })
  }

  return (
    <Modal
      title={t(`dialogs.${to ? titles[to] : 'dates'}`, { name: row.name ?? '' })}
      size="sm"
      onClose={() => answer(null)}
      footer={
        <>
          <Button onClick={() => answer(null)}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant={to === 'CANCELLED' ? 'danger' : 'primary'} disabled={!complete} loading={busy || uploads.size > 0}>
            {kit('actions.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={submit}>
        {refusal ? (
          <p className={css.error} role="alert">
            {refusal.text}
          </p>
        ) : null}
        {needs.includes('target_date') ? (
          <DateInput
            label={word('target_date')}
            required
            error={errorOf('target_date', 'target_date')}
            value={values.target_date ?? null}
            onChange={set('target_date')}
          />
        ) : null}
        {needs.includes('defect') ? (
          <Select
            label={word('defect')}
            required
            error={errorOf('defect', 'defect')}
            value={values.defect ?? null}
            onChange={set('defect')}
            options={(['GONE', 'ACCEPTED'] as const).map((value) => ({
              value,
              label: t(`entities.remediation.choices.defect.${value}`),
            }))}
          />
        ) : null}
        {(['status_reason', 'postponement_reason'] as const).map((name) =>
          needs.includes(name) ? (
            <TextArea
              key={name}
              label={word(name)}
              required
              maxLength={2000}
              data-autofocus
              error={errorOf(name, name)}
              value={values[name] ?? ''}
              onChange={(event) => set(name)(event.target.value)}
            />
          ) : null,
        )}
        {needs.includes('proof') ? (
          <>
            <p>{t('dialogs.proof_needed')}</p>
            <TextInput
              label={t('dialogs.proof_name')}
              maxLength={255}
              error={errorOf('proof_name', 'proofs.0.name')}
              value={values.proof_name ?? ''}
              onChange={(event) => set('proof_name')(event.target.value)}
            />
            <UrlInput
              label={t('dialogs.proof_url')}
              data-autofocus
              error={errorOf('proof_url', 'proofs.0.url', 'proofs')}
              maxLength={2000}
              placeholder="https://"
              value={values.proof_url ?? ''}
              onChange={(event) => set('proof_url')(event.target.value)}
            />
            <AttachedFiles
              label={word('proof_files')}
              files={files}
              max={remediation.fields.proof_files.options.max}
              error={errorOf('proof_files', 'proof_files')}
              onEdit={(edit) => {
                setFiles(edit)
                correct('proof_files')
              }}
              onBusy={uploadingIn('proof')}
            />
          </>
        ) : null}
        {needs.includes('task_proofs') ? (
          <>
            <p>{t('dialogs.task_proofs_needed')}</p>
            {bare.map((task) => (
              <Fragment key={task.id}>
                <UrlInput
                  label={task.name}
                  required={!taskFiles[task.id]?.length}
                  maxLength={2000}
                  placeholder="https://"
                  error={errorOf(`task ${task.id}`, `tasks.${tasks.indexOf(task)}.proof_url`)}
                  value={links[task.id] ?? ''}
                  onChange={(event) => {
                    setLinks((before) => ({ ...before, [task.id]: event.target.value }))
                    correct(`task ${task.id}`)
                  }}
                />
                <AttachedFiles
                  files={taskFiles[task.id] ?? []}
                  max={taskFileLimit}
                  error={errorOf(`files of task ${task.id}`, `tasks.${tasks.indexOf(task)}.proof_files`)}
                  onEdit={(edit) => {
                    setTaskFiles((before) => ({ ...before, [task.id]: edit(before[task.id] ?? []) }))
                    correct(`files of task ${task.id}`)
                  }}
                  onBusy={uploadingIn(`task ${task.id}`)}
                />
              </Fragment>
            ))}
          </>
        ) : null}
      </form>
    </Modal>
  )
}

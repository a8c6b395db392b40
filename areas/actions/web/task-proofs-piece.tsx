import { Fragment, useLayoutEffect, useState } from 'react'
import { remediation, taskFileLimit } from '#areas/actions/contract/remediation.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { UrlInput } from '#kit/web/ui/outside-link.tsx'
import type { PieceProps } from '#kit/web/work/transition-question.ts'
import type { Action } from './presentation.tsx'
import { childrenToWire } from './transition.ts'

/** Asks for what proves each task that is done and has no proof yet. */
export function TaskProofsPiece({ row, onSay, onBusy, errorOf, corrected }: PieceProps<Action>) {
  const t = useWords('actions')
  const [links, setLinks] = useState<Readonly<Record<number, string>>>({})
  const [files, setFiles] = useState<Readonly<Record<number, readonly FileReference[]>>>({})
  const [uploads, setUploads] = useState<ReadonlySet<number>>(new Set())
  const record = useRecord(remediation, row.id)
  const tasks = record.data?.tasks
  const bare = (tasks ?? []).filter((task) => task.status === 'DONE' && !task.proof_url && task.proof_files.length === 0)
  const place = (id: number) => (tasks ?? []).findIndex((task) => task.id === id)
  // Before anything else is pressed: an Enter that follows the last letter at once counts.
  useLayoutEffect(() => {
    const proven = bare.length > 0 && bare.every((task) => links[task.id]?.trim() || files[task.id]?.length)
    onSay(
      proven
        ? {
            tasks: childrenToWire(
              (tasks ?? []).map((task) => ({ ...task, proof_url: links[task.id]?.trim() || task.proof_url, proof_files: files[task.id] ?? task.proof_files })),
            ),
          }
        : null,
    )
    // What is said is told whenever it changes, whoever listens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tasks, links, files])
  const uploading = (id: number) => (coming: boolean) => {
    const next = new Set(coming ? [...uploads, id] : [...uploads].filter((other) => other !== id))
    setUploads(next)
    onBusy(next.size > 0)
  }
  return (
    <>
      <p>{t('dialogs.task_proofs_needed')}</p>
      {bare.map((task) => (
        <Fragment key={task.id}>
          <UrlInput
            label={task.name}
            required={!files[task.id]?.length}
            maxLength={2000}
            placeholder="https://"
            error={errorOf(`task ${task.id}`, `tasks.${place(task.id)}.proof_url`)}
            value={links[task.id] ?? ''}
            onChange={(event) => {
              setLinks((before) => ({ ...before, [task.id]: event.target.value }))
              corrected(`task ${task.id}`)
            }}
          />
          <AttachedFiles
            files={files[task.id] ?? []}
            max={taskFileLimit}
            error={errorOf(`files of task ${task.id}`, `tasks.${place(task.id)}.proof_files`)}
            onEdit={(edit) => {
              setFiles((before) => ({ ...before, [task.id]: edit(before[task.id] ?? []) }))
              corrected(`files of task ${task.id}`)
            }}
            onBusy={uploading(task.id)}
          />
        </Fragment>
      ))}
    </>
  )
}

import { ArrowDown, ArrowUp, ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { remediation, taskFileLimit } from '#areas/actions/contract/remediation.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles, FileList } from '#kit/web/kinds/attached-files.tsx'
import { RefInput } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { OutsideLink, UrlInput } from '#kit/web/ui/outside-link.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Action } from './presentation.tsx'
import css from './tabs.module.css'
import { childrenToWire, save } from './transition.ts'

type Task = Action['tasks'][number]
/** A task as it is being written; without an id it is new. */
type Draft = Omit<Task, 'id'> & { readonly id?: number }

const blank: Draft = { name: '', manager: null, target_date: null, status: 'TO_DO', proof_url: null, proof_files: [] }

/** The steps of an action: ticked, added and put in order in place, each change saved at once. */
export function TasksTab({ row }: { readonly row: Action }) {
  const t = useWords('actions')
  const asOf = useAsOf()
  const kit = useWords('kit')
  const [edited, setEdited] = useState<Draft>()
  const { tasks } = row
  // Of the tasks as the save before has left them: two ticks in a row both count.
  const write = (edit: (before: readonly Task[]) => readonly Draft[]) => save(row, (latest) => ({ tasks: childrenToWire(edit(latest.tasks)) }))
  const move = (task: Task, by: 1 | -1) =>
    void write((before) => {
      const next = [...before]
      const index = next.findIndex((other) => other.id === task.id)
      const [moved] = index < 0 ? [] : next.splice(index, 1)
      if (moved) next.splice(Math.max(0, index + by), 0, moved)
      return next
    })
  const remove = async (task: Task, index: number) => {
    const name = task.name ?? ''
    // Its files may not be attached again by somebody else: what goes with it for good is asked about, the rest is given back.
    const proven = Boolean(task.proof_url) || task.proof_files.length > 0
    if (proven && !(await confirm({ title: t('panel.remove_task', { name }), message: t('panel.kept'), confirm: kit('actions.delete'), danger: true }))) return
    if (!(await write((before) => before.filter((other) => other.id !== task.id)))) return
    const { id: _, ...again } = task
    const undo = () => void write((before) => before.toSpliced(index, 0, again as Task))
    toast.success(t('panel.task_removed', { name }), proven ? {} : { action: { label: kit('actions.undo'), run: undo } })
  }
  return (
    <Stack align="stretch" gap={12} className={css.tab}>
      {tasks.length === 0 ? (
        <EmptyState title={t('panel.no_task')} text={t('panel.no_task_text')} />
      ) : (
        <p>{t('panel.done_of', { done: tasks.filter((task) => task.status === 'DONE').length, total: tasks.length })}</p>
      )}
      <ul className={css.lines}>
        {tasks.map((task, index) => (
          <Row as="li" wrap align="center" gap={8} padY={4} edge="soft-below" key={task.id} data-done={task.status === 'DONE' || undefined}>
            {row.edit_right ? (
              <Check
                aria-label={t('panel.task_done', { name: task.name ?? '' })}
                checked={task.status === 'DONE'}
                onChange={(event) => {
                  const status = event.target.checked ? ('DONE' as const) : ('TO_DO' as const)
                  void write((before) => before.map((other) => (other.id === task.id ? { ...other, status } : other)))
                }}
              />
            ) : (
              <>
                <StatusGlyph glyph={task.status === 'DONE' ? 'check' : 'circle'} />
                <VisuallyHidden>{t(`entities.remediation.choices.tasks.status.${task.status === 'DONE' ? 'DONE' : 'TO_DO'}`)}</VisuallyHidden>
              </>
            )}
            <Text grow narrows breaks className={css.text}>
              {task.name}
            </Text>
            <DueDate date={task.target_date} open={task.status !== 'DONE'} asOf={asOf} />
            {task.manager ? (
              <span title={task.manager.name}>
                <Avatar name={task.manager.name} />
              </span>
            ) : null}
            {row.edit_right ? (
              <Row as="span">
                <IconButton size="sm" label={kit('actions.move_up')} disabled={index === 0} onClick={() => move(task, -1)}>
                  <ArrowUp size={13} />
                </IconButton>
                <IconButton size="sm" label={kit('actions.move_down')} disabled={index === tasks.length - 1} onClick={() => move(task, 1)}>
                  <ArrowDown size={13} />
                </IconButton>
                <IconButton size="sm" label={kit('actions.edit')} onClick={() => setEdited(task)}>
                  <Pencil size={13} />
                </IconButton>
                <IconButton size="sm" label={kit('actions.delete')} onClick={() => void remove(task, index)}>
                  <Trash2 size={13} />
                </IconButton>
              </Row>
            ) : null}
            <TaskProofs task={task} />
          </Row>
        ))}
      </ul>
      {row.edit_right ? (
        <Button variant="subtle" icon={<Plus size={14} aria-hidden />} onClick={() => setEdited(blank)}>
          {t('panel.add_task')}
        </Button>
      ) : null}
      {edited ? (
        <TaskDialog
          task={edited}
          onClose={() => setEdited(undefined)}
          onSave={async (task) => {
            const edit = (before: readonly Task[]) =>
              task.id === undefined ? [...before, task] : before.map((other) => (other.id === task.id ? { ...other, ...task, id: other.id } : other))
            if (await write(edit)) setEdited(undefined)
          }}
        />
      ) : null}
    </Stack>
  )
}

/** What shows that a task was done, under its line. */
function TaskProofs({ task: { proof_url, proof_files } }: { readonly task: Task }) {
  if (!proof_url && proof_files.length === 0) return null
  return (
    <div className={css.below}>
      {proof_url ? (
        <p>
          <ExternalLink size={13} aria-hidden />
          <OutsideLink address={proof_url} />
        </p>
      ) : null}
      {proof_files.length > 0 ? <FileList files={proof_files} /> : null}
    </div>
  )
}

interface TaskDialogProps {
  readonly task: Draft
  readonly onSave: (task: Draft) => Promise<void>
  readonly onClose: () => void
}

function TaskDialog({ task, onSave, onClose }: TaskDialogProps) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const contextOf = useFieldContexts(remediation)
  const form = useId()
  const [draft, setDraft] = useState(task)
  const [uploading, setUploading] = useState(false)
  const [send, busy] = useSubmit(onSave)
  const set = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.name?.trim() && !uploading) send({ ...draft, name: draft.name.trim(), proof_url: draft.proof_url?.trim() || null })
  }
  return (
    <Modal
      title={t(task.id === undefined ? 'panel.add_task' : 'panel.edit_task')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!draft.name?.trim()} loading={busy || uploading}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextInput
          label={t('entities.remediation.rows.tasks.name')}
          required
          maxLength={255}
          data-autofocus
          value={draft.name ?? ''}
          onChange={(event) => set({ name: event.target.value })}
        />
        <RefInput
          context={contextOf('manager')}
          label={t('entities.remediation.fields.manager')}
          help={undefined}
          error={undefined}
          required={false}
          disabled={false}
          onBlur={() => undefined}
          value={draft.manager}
          onChange={(manager: Reference | null) => set({ manager })}
        />
        <DateInput label={t('entities.remediation.fields.target_date')} clearable value={draft.target_date} onChange={(target_date) => set({ target_date })} />
        <UrlInput
          label={t('entities.remediation.fields.proof_url')}
          maxLength={2000}
          placeholder="https://"
          value={draft.proof_url ?? ''}
          onChange={(event) => set({ proof_url: event.target.value })}
        />
        <AttachedFiles
          label={t('entities.remediation.fields.proof_files')}
          files={draft.proof_files}
          max={taskFileLimit}
          onBusy={setUploading}
          onEdit={(edit) => setDraft((before) => ({ ...before, proof_files: [...edit(before.proof_files)] }))}
        />
      </form>
    </Modal>
  )
}

import { ChevronDown, ChevronUp, ExternalLink, Pencil, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetters } from '#kit/web/letter-keys.ts'
import { focusHeading } from '#kit/web/page-title.ts'
import { hasRelations, useShowRelations } from '#kit/web/relations.ts'
import { useKeptForm } from '#kit/web/ui/ask-before-leaving.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { askToDiscard, askToSave } from '#kit/web/ui/confirm.ts'
import { EmptyState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { tabId, Tabs } from '#kit/web/ui/tabs.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { shownCode } from '#kit/web/ui/shown-code.ts'
import { PastRecordNotice } from './as-of.tsx'
import { MetFields } from './both-values.tsx'
import { fieldOf, titleOf } from './entity-columns.tsx'
import { EditedBy } from './edited-by.tsx'
import { EntityFields } from './entity-fields.tsx'
import { isSaveKey } from './entity-form.tsx'
import { formFields } from './form-values.ts'
import { HistoryTab } from './history-tab.tsx'
import { useLinkable } from './list-api.ts'
import type { PanelTab, RecordPanelProps } from './panel-parts.ts'
import type { AnyRow } from './presentation.ts'
import { RecordMarks } from './record-marks.tsx'
import { Follow, RecordTools } from './record-tools.tsx'
import css from './record-panel.module.css'
import { preloadForms, useEntityForm } from './use-entity-form.ts'
import { Verbs, type Verb } from './verbs.tsx'

const CommentsTab = lazy(async () => ({ default: (await import('./comments-tab.tsx')).CommentsTab }))
const LinkedTab = lazy(async () => ({ default: (await import('./linked-tab.tsx')).LinkedTab }))

const noRows: readonly AnyRow[] = []
const noVerbs: readonly Verb[] = []
const noLetters = {}

/** Whether the derived form asks anything of this row: what only the server sets is no question, and of some rows only the archive may be said. */
const asks = (entity: EntityDef, row: AnyRow): boolean =>
  formFields(entity).some((name) => fieldOf(entity, name).options.by !== 'server' && (row.edit_right_regular || name === 'archived'))

/** Those of a record with Edit behind the main one. */
const withEdit = (verbs: readonly Verb[], edit: Verb): readonly Verb[] => {
  const after = verbs.findIndex(({ primary }) => primary) + 1
  const { letter, ...mute } = edit
  return verbs.toSpliced(after, 0, verbs.some((verb) => verb.letter === letter) ? mute : edit)
}

/** Closed, it is gone; escaped, a form is a page to read again. */
export type Leaving = (how: 'closed' | 'escaped') => void

/** A record that has been read, or a new one. */
export function OpenRecord({
  entity,
  id,
  rows = noRows,
  initial,
  parts = {},
  onOpen,
  pageOf,
  page = false,
  edit,
  asOf,
  row,
  keys,
  stepped,
  leaving,
}: RecordPanelProps & {
  readonly row: AnyRow | undefined
  /** Which way one came from the row before: the keyboard stays on that button. */
  readonly stepped: RefObject<-1 | 1 | undefined>
  readonly keys: RefObject<((event: KeyboardEvent) => void) | undefined>
  /** Leaves it, after asking what is to become of changes: also where no address is left by that. */
  readonly leaving: RefObject<Leaving | undefined>
}) {
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const [tab, setTab] = useState(() => {
    const shown = row ? (parts.tabs ?? []).filter((each) => (!asOf || each.past) && (each.show?.(row) ?? true)) : []
    // An address may name the tab that it leads to.
    return (shown.find(({ value }) => `#${value}` === location.hash) ?? shown.find(({ first }) => first))?.value ?? 'details'
  })
  const formId = useId()
  /** Leaving was already agreed to, or the form was saved. */
  const free = useRef(false)
  const isNew = row === undefined
  const mayEdit = row ? row.edit_right && entity.rights.update !== null && !asOf && (parts.mayEdit ?? ((one) => asks(entity, one)))(row) : true
  const [editing, setEditing] = useState(isNew || (mayEdit && edit !== undefined))
  /** It began as a form: whoever leaves that is back where they came from. */
  const [begun] = useState(editing)
  const known = useRef(edit)
  useEffect(() => {
    if (edit && edit !== known.current && mayEdit) setEditing(true)
    known.current = edit
  }, [edit, mayEdit])
  const state = useEntityForm({
    entity,
    row,
    initial,
    reading: !editing,
    onSaved: (saved) => {
      if (row) return setEditing(false)
      free.current = true
      onOpen(saved.id)
    },
  })
  const { dirty, saving } = state
  const isPhone = usePhone()
  const linkable = useLinkable(entity, row ? id : undefined, asOf) && parts.linked !== false

  useKeptForm({
    dirty,
    free,
    mayLeave: askToDiscard,
    // TBL-24: whatever shows another row or page; filters and the like keep this one open.
    stays: (current, next) => current.pathname === next.pathname && (current.search as { id?: unknown }).id === (next.search as { id?: unknown }).id,
  })

  const leave = () => {
    free.current = true
    onOpen(undefined)
  }
  /** Out of the form. */
  const stop = () => {
    if (begun) return leave()
    state.reset()
    setEditing(false)
  }
  const close = async (then = leave) => {
    if (!dirty || (await askToDiscard())) then()
  }
  const cancel = async () => {
    const answer = dirty ? await askToSave() : 'discard'
    if (answer === 'discard') stop()
    else if (answer === 'save' && (await state.save()) && begun) leave()
  }
  const at = rows.findIndex((other) => String(other.id) === String(id))
  const neighbour = (by: -1 | 1) => (at < 0 ? undefined : rows[at + by])
  const own = row && !asOf ? (parts.verbs?.(row, { rows, open: onOpen, showTab: setTab }) ?? noVerbs) : noVerbs
  const verbs =
    row && mayEdit ? withEdit(own, { name: 'edit', label: t('actions.edit'), icon: Pencil, letter: 'e', alone: true, run: () => setEditing(true) }) : own
  const walk = (by: -1 | 1) => {
    const other = neighbour(by)
    if (other) onOpen(other.id)
  }
  const letters = verbs.flatMap(({ letter, run }) => (letter ? [[letter, run] as const] : []))
  const related = row && !asOf && hasRelations(entity.name)
  const showRelations = useShowRelations()
  const relate = () => row && showRelations({ type: entity.name, id: row.id })
  useLetters(
    editing
      ? noLetters
      : {
          ...(related ? { r: relate } : noLetters),
          ...(parts.verbs && row && !asOf ? { j: () => walk(1), k: () => walk(-1) } : noLetters),
          ...Object.fromEntries(letters),
        },
  )
  const title = useRef<HTMLHeadingElement>(null)
  const edited = useRef(false)
  useEffect(() => {
    const panel = title.current?.closest('section')
    if (editing) {
      const field = (within: string) => panel?.querySelector<HTMLElement>(`${within} :is(input, textarea):enabled`)
      const first = field(`[data-field="${entity.title}"]`) ?? field('form')
      first?.focus()
    } else if (edited.current) panel?.querySelector<HTMLElement>('[data-verb="edit"]')?.focus()
    else if (stepped.current) panel?.querySelector<HTMLElement>(`[data-step="${stepped.current}"]`)?.focus()
    else if (document.activeElement === panel) focusHeading(title.current)
    edited.current = editing
    stepped.current = undefined
  }, [stepped, editing, entity])
  useEffect(() => {
    leaving.current = (how) => void close(how === 'escaped' && editing ? stop : leave)
    keys.current = (event) => {
      if (!isSaveKey(event)) return
      event.preventDefault()
      const verb = verbs.find(({ onSaveKey }) => onSaveKey)
      if (editing && dirty) void state.save()
      else if (!editing && verb) verb.run()
      else if (editing) toast.warning(t('errors.saving_disabled'))
    }
    return () => void (leaving.current = undefined)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void state.save()
  }
  const tabs = (parts.tabs ?? []).filter((each) => row && (!asOf || each.past) && (each.show?.(row) ?? true))
  const shown = tabs.find((each) => each.value === tab)
  const named = ({ value, label, count }: PanelTab) => ({ value, label, count: row && count?.(row) })
  const Details = parts.Details ?? EntityFields
  const step = (by: -1 | 1, Icon: typeof ChevronUp, label: string) => {
    const other = neighbour(by)
    return (
      <IconButton
        label={label}
        disabled={!other}
        data-step={by}
        onClick={() => {
          if (!other) return
          stepped.current = by
          onOpen(other.id)
        }}
      >
        <Icon size={15} />
      </IconButton>
    )
  }

  const bar = verbs.length > 0 && !editing ? <Verbs label={t('record.verbs')} verbs={verbs} /> : null
  // Where the thumb is.
  const verbsBelow = isPhone && bar !== null
  // A page of its own has room for them beside what else is done with the record.
  const verbsAbove = page && !isPhone

  return (
    // Whoever moves to what they may edit has its form at hand when they begin.
    <div className={css.form} {...(mayEdit && { onPointerEnter: preloadForms, onKeyDown: preloadForms })}>
      {/* There it stands over the list that says so. */}
      {asOf && isPhone && !page ? <PastRecordNotice day={asOf} /> : null}
      <header className={css.head}>
        <span className={css.identifier}>{row ? shownCode((row as { identifier?: string }).identifier) : ''}</span>
        <span className={css.kind}>{row && editing ? t('record.editing', { kind: words.one }) : words.one}</span>
        <span className={css.space} />
        {/* Beside the gap: it comes and grows late, and nothing may move under a finger. */}
        {row && parts.follow && !asOf && !editing ? <Follow entity={entity.name} id={row.id} /> : null}
        {verbsAbove ? bar : null}
        {row && !page && !editing && rows !== noRows ? (
          <>
            {step(-1, ChevronUp, t('record.previous'))}
            {step(1, ChevronDown, t('record.next'))}
            {pageOf ? (
              <a
                className={css.link}
                href={pageOf(row.id)}
                target="_blank"
                rel="noopener"
                aria-label={`${t('actions.open_full_page')} (${t('new_tab')})`}
                data-tooltip={t('actions.open_full_page')}
              >
                <ExternalLink size={14} aria-hidden />
              </a>
            ) : null}
          </>
        ) : null}
        {row && !editing ? <RecordTools entity={entity} row={row} onRelate={related ? relate : undefined} onGone={leave} /> : null}
        <IconButton label={t('record.close')} onClick={() => void close()}>
          <X size={16} />
        </IconButton>
      </header>
      <div className={css.top}>
        <h2 className={css.title} ref={title} tabIndex={-1}>
          {row ? titleOf(entity, row) : words.new}
        </h2>
        {row && !editing ? <div className={css.marks}>{parts.header?.(row) ?? <RecordMarks entity={entity} row={row} />}</div> : null}
        {isPhone || verbsAbove ? null : bar}
      </div>
      {row && !editing ? (
        <div className={css.tabs}>
          <Tabs
            label={words.one}
            panel={`${formId}-panel`}
            value={tab}
            onChange={setTab}
            tabs={[
              ...tabs.filter(({ first }) => first).map(named),
              { value: 'details', label: t('record.details') },
              ...tabs.filter(({ first }) => !first).map(named),
              ...(linkable ? [{ value: 'linked', label: t('record.linked') }] : []),
              { value: 'history', label: t('record.history') },
              ...(parts.comments === false ? [] : [{ value: 'comments', label: t('record.comments') }]),
            ]}
          />
        </div>
      ) : null}
      <div
        className={css.body}
        {...(row && !editing ? { role: 'tabpanel', id: `${formId}-panel`, 'aria-labelledby': tabId(`${formId}-panel`, tab) } : {})}
        // What is only words has no stop of its own: a long one could not be scrolled by the keys.
        tabIndex={!editing && (tab === 'history' || tab === 'details') ? 0 : undefined}
      >
        {editing ? (
          <form id={formId} noValidate onSubmit={submit}>
            <MetFields state={state}>
              <Details state={state} disabled={false} />
            </MetFields>
          </form>
        ) : null}
        {row && !editing && tab === 'details' ? (
          <>
            {entity.form.length || parts.Details ? <Details state={state} disabled /> : <EmptyState />}
            <EditedBy row={row} />
          </>
        ) : null}
        {/* What is being written there is still there afterwards. */}
        <div hidden={editing}>
          {row && shown ? <shown.Content row={row} /> : null}
          {row && tab === 'history' ? <HistoryTab entity={entity} id={id} asOf={asOf} /> : null}
          {row && (tab === 'linked' || tab === 'comments') ? (
            <Suspense key={tab} fallback={<SkeletonRows count={4} />}>
              {tab === 'linked' ? <LinkedTab entity={entity} id={id} asOf={asOf} /> : <CommentsTab entity={entity} id={id} asOf={asOf} />}
            </Suspense>
          ) : null}
        </div>
      </div>
      {editing ? (
        <footer className={css.foot}>
          <span className={css.changed} role="status">
            {row && dirty ? t('record.fields_changed', { count: state.changed.size }) : ''}
          </span>
          <Button onClick={() => void cancel()}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!dirty}
            title={dirty ? undefined : t('errors.saving_disabled')}
            aria-keyshortcuts="Control+Enter"
            keys="Ctrl ↵"
            loading={saving}
          >
            {t(row ? 'actions.save' : 'actions.create')}
          </Button>
        </footer>
      ) : verbsBelow ? (
        <footer className={css.foot}>{bar}</footer>
      ) : null}
    </div>
  )
}

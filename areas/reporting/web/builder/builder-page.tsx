import { Eye, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureText } from '#kit/web/api/client.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useFormat, wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { PageToolbar, Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { Draft } from '#areas/reporting/contract/calls.ts'
import { dashboard } from '#areas/reporting/contract/dashboard.ts'
import { blocksOf, type Block, type BlockType } from '#areas/reporting/contract/layout.ts'
import { titleOf } from '#areas/reporting/web/blocks/block-view.tsx'
import { useDraft, useSources } from '#areas/reporting/web/reporting-api.ts'
import { Canvas } from './canvas.tsx'
import { askOf, changeBlock, freshId, insertBlock, isIncomplete, newBlock, newSection, removeBlock, sourcesFor, spotOf, withCopied } from './change-layout.ts'
import { Library } from './library.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { Settings } from './settings.tsx'
import { useEditing } from './use-draft.ts'
import css from './builder.module.css'

/** Where a dashboard is put together: every change is saved, every block shows what it will say. */
export function Page() {
  const { id } = useParams<'/reporting/dashboards/$id/builder'>()
  const draft = useDraft(Number(id))
  const row = useRecord(dashboard, Number(id))
  const failed = draft.error ?? row.error
  if (failed) return <ErrorState reason={failed} onRetry={() => void Promise.all([draft.refetch(), row.refetch()])} />
  if (!draft.data || !row.data) {
    return (
      <Sheet>
        <SkeletonRows count={14} />
      </Sheet>
    )
  }
  return <Builder key={draft.data.id} draft={draft.data} row={row.data} onReload={() => draft.refetch().then(({ data }) => data)} />
}

interface BuilderProps {
  readonly draft: Draft
  readonly row: RowOf<typeof dashboard>
  readonly onReload: () => Promise<Draft | undefined>
}

function Builder({ draft, row, onReload }: BuilderProps) {
  const t = useWords('reporting')
  const format = useFormat()
  const navigate = useNavigate()
  const mayArrange = useOptionalSession()?.flags.dashboard_section_edit === true
  const editing = useEditing(draft, () => toast.info(t('builder.renewed')))
  const { data: sources = [] } = useSources()
  const [chosen, setChosen] = useState<string>()
  const [publishing, setPublishing] = useState(false)
  const { layout, change, undo, redo, saved } = editing
  const period = row.period ?? 'LAST_365_DAYS'
  const block = blocksOf(layout).find((each) => each.id === chosen)
  const incomplete = blocksOf(layout).filter((each) => isIncomplete(each, sources)).length

  const add = (type: BlockType) => {
    const [source] = sourcesFor(type, sources)
    const made: Block = { ...newBlock(type), ask: type === 'TEXT' || !source || source.settings.some(({ needed }) => needed) ? null : askOf(type, source) }
    const at = chosen === undefined ? undefined : spotOf(layout, chosen)
    change((before) => {
      const grown = before.sections.length === 0 ? { sections: [newSection(2)] } : before
      const section = at?.section ?? grown.sections.length - 1
      return insertBlock(grown, { section, place: at ? at.place + 1 : (grown.sections[section]?.blocks.length ?? 0) }, made)
    })
    setChosen(made.id)
  }
  const remove = (gone: Block) => {
    change((before) => removeBlock(before, gone.id))
    setChosen(undefined)
    toast.info(t('builder.removed', { name: titleOf(gone, format.language) || t(`blocks.${gone.type}`) }), {
      action: { label: t('builder.undo'), run: () => change(() => layout) },
    })
  }
  const duplicate = (of: Block) => {
    const made = { ...of, id: freshId() }
    const at = spotOf(layout, of.id)
    if (at) change((before) => insertBlock(before, { ...at, place: at.place + 1 }, made))
    setChosen(made.id)
  }
  useShortcuts({ undo, redo, onDuplicate: block && (() => duplicate(block)), onRemove: block && (() => remove(block)) })

  const preview = async () => {
    await navigate({ to: path('/reporting/dashboards/$id/viewer', { id: draft.id }) })
  }
  const reload = async (keep: boolean) => {
    const other = await onReload()
    if (other) editing.settle(other, keep)
  }
  return (
    <Sheet>
      <PageToolbar>
        <Text as="h2" size={16} weight={600}>
          {row.name ?? row.identifier ?? ''}
        </Text>
        <Text size={12} padX={6} corner={4} fill="selected" tone="accent">
          {t('viewer.draft_of', { number: draft.number })}
        </Text>
        <Text role="status" size={12} tone={saved.kind === 'saved' || saved.kind === 'saving' ? 'quiet' : 'bad'} className={css.saved}>
          {saved.kind === 'saved'
            ? t('builder.saved', { time: wallTime(saved.at).slice(11, 16) })
            : saved.kind === 'saving'
              ? t('builder.saving')
              : t('builder.not_saved')}
          {row.published_version === null ? '' : ` · ${t('builder.stays', { number: row.published_version })}`}
        </Text>
        <IconButton label={t('builder.undo')} disabled={!undo} aria-keyshortcuts="Control+Z" onClick={undo}>
          <Undo2 size={16} />
        </IconButton>
        <IconButton label={t('builder.redo')} disabled={!redo} aria-keyshortcuts="Control+Shift+Z" onClick={redo}>
          <Redo2 size={16} />
        </IconButton>
        {row.published_version === null ? null : (
          <Button icon={<Eye size={14} aria-hidden />} onClick={() => void preview()}>
            {t('builder.preview')}
          </Button>
        )}
        <Button variant="primary" onClick={() => setPublishing(true)} disabled={blocksOf(layout).length === 0}>
          {t('builder.publish')}
        </Button>
      </PageToolbar>
      {saved.kind === 'conflict' ? (
        <div role="alert" className={css.conflict}>
          <Text>{saved.reason}</Text>
          <Button size="sm" onClick={() => void reload(false)}>
            {t('builder.reload')}
          </Button>
          <Button size="sm" onClick={() => void reload(true)}>
            {t('builder.keep')}
          </Button>
        </div>
      ) : null}
      <div className={css.columns}>
        <Library
          sources={sources}
          onAdd={add}
          onLayout={(next) => change(() => next)}
          onCopy={(taken) => change((before) => withCopied(before, taken, mayArrange))}
          onSection={(columns) => change((before) => ({ sections: [...before.sections, newSection(columns)] }))}
          current={draft.id}
          has={blocksOf(layout).length}
          isEmpty={layout.sections.length === 0}
        />
        <Canvas
          layout={layout}
          sources={sources}
          perimeter={row.perimeter?.id ?? null}
          period={period}
          chosen={chosen}
          onChoose={setChosen}
          onChange={change}
          onRemove={remove}
          onDuplicate={duplicate}
        />
        <Settings
          key={block?.id}
          block={block}
          layout={layout}
          sources={sources}
          perimeter={row.perimeter?.id ?? null}
          period={period}
          onChange={(changes) => {
            if (block) change((before) => changeBlock(before, block.id, changes))
          }}
          onClose={() => setChosen(undefined)}
        />
      </div>
      {publishing ? (
        <PublishDialog
          draft={draft}
          row={row}
          incomplete={incomplete}
          onFlush={editing.flush}
          onClose={() => setPublishing(false)}
          onDone={(message) => {
            toast.success(message)
            void navigate({ to: path('/reporting/dashboards/$id/viewer', { id: draft.id }) })
          }}
          onFailed={(reason) => toast.error(failureText(reason))}
        />
      ) : null}
    </Sheet>
  )
}

interface Shortcuts {
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
  readonly onDuplicate: (() => void) | undefined
  readonly onRemove: (() => void) | undefined
}

/** Ctrl+Z, Ctrl+Shift+Z, Ctrl+D and Delete; nothing while something is typed, whose own undo they are. */
function useShortcuts({ undo, redo, onDuplicate, onRemove }: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], dialog'))) return
      const held = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      const run =
        held && key === 'z'
          ? event.shiftKey
            ? redo
            : undo
          : held && key === 'y'
            ? redo
            : held && key === 'd'
              ? onDuplicate
              : key === 'delete'
                ? onRemove
                : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo, redo, onDuplicate, onRemove])
}

import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { VersionTree } from '#areas/policies/contract/calls.ts'
import { acceptedAbove } from '#areas/policies/contract/linking.ts'
import { useVersionTree } from '#areas/policies/web/use-version-tree.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { useLetters } from './letters.ts'
import { LinkingGrid } from './linking-grid.tsx'
import { commandOf } from './linking-keys.ts'
import { LinkingPhone } from './linking-phone.tsx'
import { LinkingToolbar } from './linking-toolbar.tsx'
import css from './linking.module.css'
import { ProgressBar } from './progress-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useLinkingScreen, type LinkingScreen } from './use-linking-screen.ts'

interface LinkingViewProps {
  readonly policy: number
  readonly version: number
  /** Every requirement has a model, or not any more. */
  readonly onComplete: (complete: boolean) => void
}

/** Requirements are given the models that answer them, one after another or many at once. */
export function LinkingView({ policy, version, onComplete }: LinkingViewProps) {
  const tree = useVersionTree(version, undefined)
  if (tree.isError) return <ErrorState reason={tree.error} onRetry={() => void tree.refetch()} />
  if (!tree.data) return <SkeletonRows count={16} />
  return <Linking policy={policy} version={version} tree={tree.data} onComplete={onComplete} />
}

function Linking({ policy, version, tree, onComplete }: LinkingViewProps & { readonly tree: VersionTree }) {
  const t = useWords('policies')
  const screen = useLinkingScreen(policy, version, tree)
  const isPhone = usePhone()
  const { progress, linking, suggestions } = screen
  const complete = progress.total > 0 && progress.linked === progress.total
  useEffect(() => onComplete(complete), [complete, onComplete])
  const [accepting, setAccepting] = useState(false)
  const accept = async () => {
    setAccepting(true)
    await linking.accept(acceptedAbove)
    setAccepting(false)
  }
  const left = progress.total - progress.linked
  return (
    <Stack grow shortens className={css.view}>
      <p className={css.said} role="status">
        {linking.said ? `${linking.said}, ${t('linking.said_left', { count: left })}` : ''}
      </p>
      {isPhone ? (
        <LinkingPhone screen={screen} onAccept={accept} busy={accepting} />
      ) : (
        <>
          <ProgressBar progress={progress} onAccept={accept} busy={accepting} />
          {complete ? <Complete total={progress.total} /> : null}
          {suggestions.isError ? <ErrorState reason={suggestions.error} onRetry={() => void suggestions.refetch()} /> : <Table screen={screen} />}
        </>
      )}
    </Stack>
  )
}

function Complete({ total }: { readonly total: number }) {
  const t = useWords('policies')
  return (
    <Row as="p" align="center" gap={8} padY={10} padX={14} corner={8} fill="ok" tone="ok" className={css.complete} role="status">
      <CircleCheck size={16} aria-hidden />
      <b>{t('linking.done', { count: total })}</b> {t('linking.done_text')}
    </Row>
  )
}

const writes = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'

function Table({ screen }: { readonly screen: LinkingScreen }) {
  const [letters, setLetters] = useLetters()
  const grid = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const { lines, cursor, row, picker } = screen
  // The rows have the keyboard from the beginning.
  useEffect(() => grid.current?.focus({ preventScroll: true }), [])
  const walk = (by: 1 | -1) => {
    const at = lines.findIndex(({ key }) => key === cursor)
    const line = lines[Math.max(0, Math.min(lines.length - 1, at + by))]
    if (line?.kind === 'requirement') screen.show(line.row)
    else if (line) {
      screen.close()
      screen.setCursor(line.key)
    }
  }
  const line = lines.find(({ key }) => key === cursor)
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest('dialog, [popover]')) return
    const command = commandOf(event, { typing: target.matches(writes), letters, onRows: target === grid.current })
    if (!command) return
    const { do: what } = command
    const isGroup = line?.kind === 'group'
    if (what === 'next') screen.step(1)
    else if (what === 'previous') screen.step(-1)
    else if (what === 'down' || what === 'up') walk(what === 'down' ? 1 : -1)
    else if (what === 'skip') {
      if (isGroup && screen.closed.has(line.row.id)) screen.toggleGroup(line.row.id)
      else if (isGroup) walk(1)
      else screen.skip()
    } else if (what === 'fold') fold()
    else if (what === 'link') {
      if (isGroup) screen.toggleGroup(line.row.id)
      else if (!row && line?.kind === 'requirement') screen.show(line.row)
      else if (row && picker.ticked.length === 0 && row.solutions.some((each) => each.to_confirm)) void screen.confirmLinks([row.id])
      else if (row && (picker.ticked.length > 0 || row.solutions.length === 0)) screen.link(row, picker.chosen)
    } else if (what === 'tick') picker.toggle(picker.list[command.place])
    else if (what === 'search') (row ? input.current : tools.current?.querySelector<HTMLInputElement>('input[type=search]'))?.focus()
    else if (what === 'new') {
      if (row) void screen.makeModels([row.id])
    } else if (what === 'select') {
      if (row) screen.select([row.id], !screen.selected.has(row.id))
      else if (isGroup) screen.select(line.shown, !line.shown.every((id) => screen.selected.has(id)))
    } else if (what === 'undo') screen.linking.undoLast()
    else if (!row) return
    else screen.close()
    event.preventDefault()
  }
  const fold = () => {
    if (line?.kind === 'group') {
      if (!screen.closed.has(line.row.id)) screen.toggleGroup(line.row.id)
      return
    }
    const above = lines.find((each) => each.kind === 'group' && each.row.id === line?.row.group_id)
    if (!above) return
    screen.close()
    screen.setCursor(above.key)
  }
  return (
    // Keys are heard wherever the focus is within the view.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <Stack grow shortens onKeyDown={press}>
      <LinkingToolbar screen={screen} letters={letters} onLetters={setLetters} search={tools} />
      <LinkingGrid screen={screen} letters={letters} grid={grid} input={input} />
      <SelectionBar screen={screen} />
    </Stack>
  )
}

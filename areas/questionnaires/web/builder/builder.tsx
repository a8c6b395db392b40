import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { faultsOf, type Fault } from '#areas/questionnaires/contract/faults.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Player } from '#areas/questionnaires/web/play/player.tsx'
import { afterPause } from '#kit/web/pending-work.ts'
import { Reading } from '#kit/web/ui/reading.tsx'
import { Box, Grid, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './builder.module.css'
import { AccumulatorEditor } from './accumulator-editor.tsx'
import { BuilderHeader } from './builder-header.tsx'
import type { Changed, Piece } from './edit.ts'
import type { Content, Questionnaire } from './editor-props.ts'
import { QuestionEditor } from './question-editor.tsx'
import { SectionEditor } from './section-editor.tsx'
import { Tree } from './tree.tsx'
import { useDraft } from './use-draft.ts'

interface BuilderProps {
  readonly row: Questionnaire
  readonly content: Content
  readonly onEdition: (edition: number | undefined) => void
  /** Reads everything anew. */
  readonly onAgain: () => void
}

type Pane = 'tree' | 'edit' | 'preview'

/** Tree, editor and a preview that plays; on a phone one of them at a time. */
export function Builder({ row, content, onEdition, onAgain }: BuilderProps) {
  const t = useWords('questionnaires')
  const editable = row.edit_right && content.published_at === null
  const draft = useDraft(row.id, content, editable)
  const { structure, change, take } = draft
  useSteps(editable, take)
  const shown = useDeferredValue(structure)
  const faults = useMemo(() => (editable ? faultsOf(shown, row.catalog_type !== 'PRIVATE') : []), [shown, editable, row.catalog_type])
  const [chosen, setOpen] = useState<Piece | undefined>(() => firstOf(content))
  // What was open may be gone by a step back.
  const open = chosen && isThere(structure, chosen) ? chosen : undefined
  const [pane, setPane] = useState<Pane>('tree')
  const editor = useRef<HTMLDivElement>(null)
  const show = (piece: Piece | undefined) => {
    setOpen(piece)
    if (piece) setPane('edit')
  }
  const apply = (make: (before: typeof structure) => Changed) => {
    let made: Piece | undefined
    change((before) => {
      const { structure: after, piece } = make(before)
      made = piece
      return after
    })
    show(made)
  }
  const jump = ({ at, path }: Fault) => {
    if (at.kind !== 'structure') show(at as Piece)
    // Once the editor shows it.
    afterPause(60, () => focusOn(editor.current, path))
  }
  const ofOpen = faults.filter(({ at }) => at.kind === open?.kind && at.key === open.key)
  return (
    <Sheet>
      <BuilderHeader row={row} content={content} draft={draft} faults={faults} editable={editable} onJump={jump} onEdition={onEdition} onAgain={onAgain} />
      <div className={css.panes}>
        <Tabs
          label={row.name ?? ''}
          value={pane}
          onChange={setPane}
          tabs={[
            { value: 'tree', label: t('builder.tree') },
            { value: 'edit', label: t(editable ? 'builder.edit' : 'builder.read') },
            { value: 'preview', label: t('play.title') },
          ]}
        />
      </div>
      <Grid grow shortens edge="above" className={css.builder} data-pane={pane}>
        <Tree structure={structure} open={open} faults={faults} editable={editable} onOpen={show} change={change} apply={apply} take={take} may={draft.may} />
        <Box narrows overflow="scrolled-down" className={css.editor} ref={editor}>
          <Reading on={!editable}>
            <Stack as="fieldset" gap={14} className={css.plain}>
              {open?.kind === 'question' ? (
                <QuestionEditor key={open.key} id={open.key} structure={structure} faults={ofOpen} change={change} apply={apply} editable={editable} />
              ) : null}
              {open?.kind === 'section' ? (
                <SectionEditor key={open.key} id={open.key} structure={structure} faults={ofOpen} change={change} apply={apply} editable={editable} />
              ) : null}
              {open?.kind === 'accumulator' ? (
                <AccumulatorEditor key={open.key} id={open.key} structure={structure} faults={ofOpen} change={change} apply={apply} editable={editable} />
              ) : null}
              {open ? null : (
                <Text as="p" size={12} tone="quiet" breaks>
                  {t('builder.nothing_open')}
                </Text>
              )}
            </Stack>
          </Reading>
        </Box>
        <Box as="aside" overflow="scrolled-down" fill="canvas" className={css.preview} aria-label={t('play.title')}>
          <Player structure={shown} at={open?.kind === 'accumulator' ? undefined : open?.key} onOpen={(key) => show({ kind: 'question', key })} />
        </Box>
      </Grid>
    </Sheet>
  )
}

const isThere = ({ sections, accumulators }: Content['structure'], { kind, key }: Piece): boolean =>
  kind === 'accumulator'
    ? accumulators.some((one) => one.key === key)
    : sections.some((one) => (kind === 'section' ? one.key === key : one.questions.some((question) => question.key === key)))

/** Ctrl Z and Ctrl Shift Z, but where a text that is being typed has them for itself. */
function useSteps(enabled: boolean, take: (way: 'undo' | 'redo') => void): void {
  useEffect(() => {
    if (!enabled) return undefined
    const press = (event: KeyboardEvent) => {
      const { target, key } = event
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || !/^[zy]$/i.test(key)) return
      if (target instanceof Element && target.closest('input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable], dialog[open]')) return
      event.preventDefault()
      take(event.shiftKey || key.toLowerCase() === 'y' ? 'redo' : 'undo')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [enabled, take])
}

function firstOf({ structure: { sections } }: Content): Piece | undefined {
  const [first] = sections
  const question = first?.questions[0]
  return question ? { kind: 'question', key: question.key } : first && { kind: 'section', key: first.key }
}

/** The field that a fault is about, or the nearest around it. */
function focusOn(root: HTMLElement | null, path: string): void {
  const parts = path.split('.').slice(2)
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.')
    const places = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    const place = places.find(
      ({ dataset }) => dataset.field === name || (name.startsWith('questions.') && dataset.field === name.split('.').slice(2).join('.')),
    )
    const within = place?.querySelector<HTMLElement>('[aria-invalid=true]') ?? place?.querySelector<HTMLElement>('input, textarea, button')
    const control = place?.matches('input, textarea, button') ? place : within
    if (control) return control.focus()
  }
  root?.querySelector<HTMLElement>('input, textarea')?.focus()
}

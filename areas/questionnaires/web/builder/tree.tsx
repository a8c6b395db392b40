import { Calendar, CheckSquare, ChevronRight, CircleAlert, CircleDot, Hash, Plus, Redo2, Search, SlidersHorizontal, Split, Type, Undo2 } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { textIn, type Question, type QuestionType, type Section, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { toneOf } from '#areas/questionnaires/web/accents.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { matchesSearch } from '#kit/web/table/client-rows.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { afterPause } from '#kit/web/pending-work.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './tree.module.css'
import { addAccumulator, addQuestion, addSection, mayPlace, move, place, type Piece } from './edit.ts'
import type { EditorProps } from './editor-props.ts'
import type { Draft } from './use-draft.ts'
import { usePieceDrag } from './use-piece-drag.ts'

export const typeIcons: Readonly<Record<QuestionType, typeof CircleDot>> = {
  SINGLE: CircleDot,
  MULTIPLE: CheckSquare,
  SCALE: SlidersHorizontal,
  TEXT: Type,
  NUMBER: Hash,
  DATE: Calendar,
}

interface TreeProps extends Omit<EditorProps, 'id'>, Pick<Draft, 'take' | 'may'> {
  readonly open: Piece | undefined
  readonly onOpen: (piece: Piece) => void
}

/** Sections with their questions, and the accumulators below: opened, searched, put in order by dragging or Alt and the arrows. */
export function Tree({ structure, open, faults, editable, onOpen, change, apply, take, may }: TreeProps) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(structure.sections.length > 12 ? structure.sections.slice(1).map(({ key }) => key) : []),
  )
  const [announcement, setAnnouncement] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const wrong = useMemo(() => new Set(faults.map(({ at }) => `${at.kind} ${at.key}`)), [faults])
  const openSection = open && structure.sections.find((one) => one.key === open.key || one.questions.some(({ key }) => key === open.key))
  const found = (question: Question) => matchesSearch([question.key, question.text_en, question.text_fr], search)
  const toggle = (key: string) => setClosed((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])))
  const step = (piece: Piece, by: -1 | 1) => {
    change((before) => move(before, piece, by))
    setAnnouncement(t(by < 0 ? 'tree.moved_up' : 'tree.moved_down'))
    // The line stands elsewhere by then.
    afterPause(30, () => root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(piece.key)}"]`)?.focus())
  }
  const keys = (piece: Piece) => (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      const by = event.key === 'ArrowUp' ? -1 : 1
      if (event.altKey && editable) return step(piece, by)
      const lines = [...(root.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
      lines[lines.indexOf(event.currentTarget as HTMLElement) + by]?.focus()
    } else if (piece.kind === 'section' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault()
      if (closed.has(piece.key) === (event.key === 'ArrowRight')) toggle(piece.key)
    }
  }
  const line = {
    lang,
    open,
    wrong,
    editable,
    onOpen,
    keys,
    onPlace: (piece: Piece, target: Piece, where: 'before' | 'after' | 'inside') => change((before) => place(before, piece, target, where)),
  }
  return (
    <Stack as="nav" shortens fill="subtle" className={css.tree} aria-label={t('builder.tree')}>
      <Grid columns={1} align="center" gap={6} className={css.search}>
        <TextInput
          type="search"
          aria-label={t('tree.search')}
          placeholder={t('tree.search')}
          icon={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {editable ? (
          <>
            {(['undo', 'redo'] as const).map((way) => (
              <IconButton key={way} label={t(`tree.${way}`)} disabled={!may[way]} onClick={() => take(way)}>
                {way === 'undo' ? <Undo2 size={15} aria-hidden /> : <Redo2 size={15} aria-hidden />}
              </IconButton>
            ))}
          </>
        ) : null}
        {editable ? (
          <IconButton label={t('tree.add_question')} onClick={() => apply((before) => addQuestion(before, open?.kind === 'accumulator' ? undefined : open))}>
            <Plus size={16} aria-hidden />
          </IconButton>
        ) : null}
      </Grid>
      <Box grow shortens overflow="scrolled-down" className={css.lines} ref={root}>
        {structure.sections.map((section, s) => {
          const questions = search ? section.questions.filter(found) : section.questions
          if (search && questions.length === 0) return null
          const isOpen = search !== '' || !closed.has(section.key) || section === openSection
          return (
            <div key={section.key}>
              <Line
                {...line}
                piece={{ kind: 'section', key: section.key }}
                of={section}
                number={String(s + 1)}
                text={textIn(section, 'title', lang)}
                expanded={isOpen}
                onToggle={() => toggle(section.key)}
                count={section.questions.length}
              />
              {isOpen
                ? questions.map((question) => (
                    <Line
                      key={question.key}
                      {...line}
                      piece={{ kind: 'question', key: question.key }}
                      of={question}
                      type={question.type}
                      number={`${s + 1}.${section.questions.indexOf(question) + 1}`}
                      text={textIn(question, 'text', lang)}
                    />
                  ))
                : null}
            </div>
          )
        })}
        {search && !structure.sections.some(({ questions }) => questions.some(found)) ? (
          <Text as="p" tone="quiet" size={12} className={css.none}>
            {t('tree.none')}
          </Text>
        ) : null}
        {editable && !search ? (
          <Row gap={12} padY={8} padX={8}>
            <Button
              variant="link"
              size="sm"
              icon={<Plus size={14} aria-hidden />}
              onClick={() => apply((before) => addQuestion(before, open?.kind === 'accumulator' ? undefined : open))}
            >
              {t('tree.question')}
            </Button>
            <Button variant="link" size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => apply((before) => addSection(before, openSection?.key))}>
              {t('tree.section')}
            </Button>
          </Row>
        ) : null}
      </Box>
      <p className={css.told} role="status">
        {announcement}
      </p>
      <Accumulators structure={structure} open={open} wrong={wrong} editable={editable} onOpen={onOpen} onAdd={() => apply(addAccumulator)} />
    </Stack>
  )
}

interface LineProps {
  readonly piece: Piece
  readonly of: Section | Question
  readonly type?: QuestionType
  readonly number: string
  readonly text: string
  readonly lang: 'en' | 'fr'
  readonly open: Piece | undefined
  readonly wrong: ReadonlySet<string>
  readonly editable: boolean
  readonly expanded?: boolean
  readonly count?: number
  readonly onOpen: (piece: Piece) => void
  readonly onToggle?: () => void
  readonly keys: (piece: Piece) => (event: KeyboardEvent) => void
  readonly onPlace: (piece: Piece, target: Piece, where: 'before' | 'after' | 'inside') => void
}

function Line({ piece, of, type, number, text, open, wrong, editable, expanded, count, onOpen, onToggle, keys, onPlace }: LineProps) {
  const t = useWords('questionnaires')
  const ref = useRef<HTMLDivElement>(null)
  const over = usePieceDrag(ref, { piece, enabled: editable, mayPlace, onPlace })
  const here = open?.kind === piece.kind && open.key === piece.key
  const isWrong = wrong.has(`${piece.kind} ${piece.key}`)
  const Icon = type && typeIcons[type]
  return (
    <Row ref={ref} holds align="center" corner={6} className={css.line} data-kind={piece.kind} data-here={here || undefined} data-over={over}>
      {onToggle ? (
        <Grid
          type="button"
          as="button"
          centered
          tone="quiet"
          className={css.toggle}
          tabIndex={-1}
          aria-label={t(expanded ? 'tree.close' : 'tree.open', { name: text || number })}
          data-open={expanded || undefined}
          onClick={onToggle}
        >
          <ChevronRight size={14} aria-hidden />
        </Grid>
      ) : null}
      <Row
        type="button"
        as="button"
        grow
        align="center"
        gap={8}
        narrows
        corner={6}
        tone="soft"
        size={13}
        side="start"
        className={css.name}
        data-key={piece.key}
        aria-current={here || undefined}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
        {...(editable ? { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' } : {})}
        onClick={() => onOpen(piece)}
        onKeyDown={keys(piece)}
      >
        {Icon ? <Icon size={14} aria-hidden /> : null}
        <Text tone="quiet" weight={400} figures>
          {number}
        </Text>
        <Text cut grow narrows title={text}>
          {text || t('untitled')}
        </Text>
        {of.conditions.length > 0 ? <Split size={13} className={css.split} role="img" aria-label={t('tree.conditional')} /> : null}
        {isWrong ? <CircleAlert size={13} className={css.wrong} role="img" aria-label={t('tree.wrong')} /> : null}
        {count === undefined ? null : (
          <Text size={12} tone="quiet" weight={400} figures>
            {count}
          </Text>
        )}
      </Row>
    </Row>
  )
}

interface AccumulatorsProps extends Pick<LineProps, 'open' | 'wrong' | 'editable' | 'onOpen'> {
  readonly structure: Structure
  readonly onAdd: () => void
}

function Accumulators({ structure, open, wrong, editable, onOpen, onAdd }: AccumulatorsProps) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  return (
    <Box rigid overflow="scrolled-down" edge="above" className={css.accumulators}>
      <Row align="center" spread="between" className={css.heading}>
        <Text as="h2" size={12} tone="soft">
          {t('tree.accumulators')} <span>{structure.accumulators.length}</span>
        </Text>
        {editable ? (
          <IconButton label={t('tree.add_accumulator')} size="sm" onClick={onAdd}>
            <Plus size={14} aria-hidden />
          </IconButton>
        ) : null}
      </Row>
      {structure.accumulators.map((one, n) => (
        <Row
          key={one.key}
          type="button"
          as="button"
          align="center"
          gap={8}
          full
          padY={2}
          padX={8}
          corner={6}
          tone="plain"
          size={13}
          side="start"
          className={css.accumulator}
          data-here={(open?.kind === 'accumulator' && open.key === one.key) || undefined}
          onClick={() => onOpen({ kind: 'accumulator', key: one.key })}
        >
          <i data-tone={toneOf(n)} aria-hidden />
          <Text cut grow narrows>
            {textIn(one, 'name', lang) || t('untitled')}
          </Text>
          {wrong.has(`accumulator ${one.key}`) ? <CircleAlert size={13} className={css.wrong} role="img" aria-label={t('tree.wrong')} /> : null}
          <Text size={12} tone="quiet" weight={400} figures>
            {t('tree.range', { min: one.min, max: one.max })}
          </Text>
        </Row>
      ))}
    </Box>
  )
}

import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { ArrowDown, ArrowUp, Copy, Ellipsis, GripVertical, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import type { OfferedSource, SpanName } from '#kit/contract/source.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { Block, Layout, Section } from '#areas/reporting/contract/layout.ts'
import { BlockView, titleOf } from '#areas/reporting/web/blocks/block-view.tsx'
import { useTold } from '#areas/reporting/web/reporting-api.ts'
import { landmarkNames } from '#areas/reporting/web/section-names.ts'
import { changeSection, isIncomplete, moveBlock, moveSection, newSection, removeSection, spotOf, stepBlock } from './change-layout.ts'
import css from './builder.module.css'
import layoutCss from '#areas/reporting/web/layout.module.css'

interface CanvasProps {
  readonly layout: Layout
  readonly sources: readonly OfferedSource[]
  readonly perimeter: number | null
  readonly period: SpanName
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
  readonly onChange: (next: (layout: Layout) => Layout) => void
  readonly onRemove: (block: Block) => void
  readonly onDuplicate: (block: Block) => void
}

const kind = 'dashboard block'

/** Sections with their blocks as they will be read; blocks are chosen, dragged, and moved by keys. */
export function Canvas(props: CanvasProps) {
  const { layout, onChange } = props
  const t = useWords('reporting')
  const mayArrange = useOptionalSession()?.flags.dashboard_section_edit === true
  const language = useLanguage()
  const names = landmarkNames(layout.sections.map((section, at) => titleOf(section, language) || t('builder.section', { n: at + 1 })))
  const [said, setSaid] = useState('')
  const change = useRef(onChange)
  change.current = onChange
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data['kind'] === kind,
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets[0]?.data
          const [id, section, place] = [source.data['id'], target?.['section'], target?.['place']]
          if (typeof id !== 'string' || typeof section !== 'number' || typeof place !== 'number') return
          change.current((before) => {
            const at = spotOf(before, id)
            const earlier = at?.section === section && at.place < place ? 1 : 0
            return moveBlock(before, id, { section, place: place - earlier })
          })
        },
      }),
    [],
  )
  return (
    <div className={css.canvas}>
      <VisuallyHidden>
        <p aria-live="assertive">{said}</p>
      </VisuallyHidden>
      {layout.sections.length === 0 ? <EmptyState title={t('builder.empty')} /> : null}
      {layout.sections.map((section, at) => (
        <SectionView key={section.id} {...props} section={section} label={names[at] ?? ''} at={at} onSay={setSaid} mayArrange={mayArrange} />
      ))}
      {mayArrange ? (
        <Button wide icon={<Plus size={14} aria-hidden />} onClick={() => onChange((before) => ({ sections: [...before.sections, newSection(2)] }))}>
          {t('builder.add_section')}
        </Button>
      ) : null}
    </div>
  )
}

interface SectionProps extends CanvasProps {
  readonly section: Section
  /** What tells it from all others. */
  readonly label: string
  readonly at: number
  readonly mayArrange: boolean
  readonly onSay: (text: string) => void
}

function SectionView(props: SectionProps) {
  const { section, label, at, layout, onChange, mayArrange } = props
  const t = useWords('reporting')
  const language = useLanguage()
  const name = t('builder.section', { n: at + 1 })
  const end = useRef<HTMLDivElement>(null)
  useDrop(end, at, section.blocks.length)
  const key = language === 'fr' ? 'title_fr' : 'title_en'
  return (
    <section className={css.section} aria-label={label}>
      <header>
        <input
          className={css.name}
          aria-label={t('builder.section_title')}
          placeholder={name}
          value={section[key] ?? ''}
          maxLength={128}
          readOnly={!mayArrange}
          onChange={(event) => onChange((before) => changeSection(before, section.id, { [key]: event.target.value || null }))}
        />
        {mayArrange ? (
          <>
            <Segmented
              label={t('builder.columns', { count: section.columns })}
              value={String(section.columns)}
              options={['1', '2', '3', '4'].map((value) => ({ value, label: value }))}
              onChange={(value) => onChange((before) => changeSection(before, section.id, { columns: Number(value) }))}
            />
            <Menu
              label={name}
              trigger={(trigger) => (
                <IconButton size="sm" label={name} {...trigger}>
                  <Ellipsis size={14} />
                </IconButton>
              )}
            >
              <MenuItem icon={<ArrowUp size={14} />} disabled={at === 0} onSelect={() => onChange((before) => moveSection(before, section.id, -1))}>
                {t('builder.move_up')}
              </MenuItem>
              <MenuItem
                icon={<ArrowDown size={14} />}
                disabled={at === layout.sections.length - 1}
                onSelect={() => onChange((before) => moveSection(before, section.id, 1))}
              >
                {t('builder.move_down')}
              </MenuItem>
              <MenuItem danger icon={<Trash2 size={14} />} onSelect={() => onChange((before) => removeSection(before, section.id))}>
                {t('builder.remove')}
              </MenuItem>
            </Menu>
          </>
        ) : null}
      </header>
      <div className={layoutCss.grid} style={{ '--columns': section.columns } as CSSProperties}>
        {section.blocks.map((block, place) => (
          <BlockCell key={block.id} {...props} block={block} place={place} />
        ))}
        <div ref={end} className={css.end} data-empty={section.blocks.length === 0 || undefined}>
          {section.blocks.length === 0 ? t('builder.add_here') : null}
        </div>
      </div>
    </section>
  )
}

/** Where a block that is dragged would stand: marked while it is over it. */
function useDrop(element: React.RefObject<HTMLElement | null>, section: number, place: number): void {
  useEffect(() => {
    const target = element.current
    if (!target) return
    return dropTargetForElements({
      element: target,
      canDrop: ({ source }) => source.data['kind'] === kind,
      getData: () => ({ section, place }),
      onDragEnter: () => target.toggleAttribute('data-over', true),
      onDragLeave: () => target.toggleAttribute('data-over', false),
      onDrop: () => target.toggleAttribute('data-over', false),
    })
  }, [element, section, place])
}

interface CellProps extends SectionProps {
  readonly block: Block
  readonly place: number
}

function BlockCell({ block, place, at, section, layout, sources, perimeter, period, chosen, onChoose, onChange, onRemove, onDuplicate, onSay }: CellProps) {
  const t = useWords('reporting')
  const language = useLanguage()
  const incomplete = isIncomplete(block, sources)
  const { data: told, isError, refetch } = useTold(block, perimeter, period)
  const cell = useRef<HTMLDivElement>(null)
  const grip = useRef<HTMLButtonElement>(null)
  const [lifted, setLifted] = useState<Layout>()
  const name = titleOf(block, language) || t(`blocks.${block.type}`)
  useDrop(cell, at, place)
  useEffect(() => {
    const [element, dragHandle] = [cell.current, grip.current]
    if (!element || !dragHandle) return
    return combine(draggable({ element, dragHandle, getInitialData: () => ({ kind, id: block.id }) }))
  }, [block.id])
  const say = (key: 'moved' | 'dropped', shown: Layout) => {
    const spot = spotOf(shown, block.id)
    if (spot) onSay(t(`builder.${key}`, { name, n: spot.place + 1, of: shown.sections[spot.section]?.blocks.length ?? 1, section: spot.section + 1 }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === ' ') {
      if (lifted) say('dropped', layout)
      else onSay(t('builder.lifted', { name }))
      setLifted(lifted ? undefined : layout)
    } else if (lifted && event.key === 'Escape') {
      onChange(() => lifted)
      setLifted(undefined)
      onSay(t('builder.cancelled'))
    } else if (lifted && event.key.startsWith('Arrow')) {
      const next = stepBlock(layout, block.id, event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1)
      onChange(() => next)
      say('moved', next)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const failed = isError && block.ask !== null ? { id: block.id, answer: null, error: t('errors.not_loaded') } : undefined
  return (
    <div
      ref={cell}
      className={`${layoutCss.cell} ${css.cell}`}
      data-type={block.type}
      data-chosen={chosen === block.id || undefined}
      data-lifted={lifted ? true : undefined}
      style={{ '--span': Math.min(block.width, section.columns) } as CSSProperties}
      onClick={() => onChoose(block.id)}
      onFocus={() => onChoose(block.id)}
    >
      <BlockView
        block={block}
        told={incomplete ? { id: block.id, answer: null, error: t('errors.setting_missing') } : (failed ?? told)}
        onRetry={failed ? () => void refetch() : undefined}
        aside={
          <span className={css.tools}>
            <button
              ref={grip}
              type="button"
              className={css.grip}
              aria-label={t('builder.lift', { name })}
              aria-pressed={lifted !== undefined}
              onKeyDown={press}
            >
              <GripVertical size={14} aria-hidden />
            </button>
            <IconButton size="sm" label={t('builder.duplicate')} onClick={() => onDuplicate(block)}>
              <Copy size={14} />
            </IconButton>
            <IconButton size="sm" label={t('builder.remove')} onClick={() => onRemove(block)}>
              <Trash2 size={14} />
            </IconButton>
          </span>
        }
      />
    </div>
  )
}

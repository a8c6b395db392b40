import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check as CheckBox } from '#kit/web/ui/check.tsx'
import { Box, Grid, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import css from './linking.module.css'
import { GroupRow, RequirementRow } from './linking-row.tsx'
import { lineKey } from './linking-rows.ts'
import { OpenRow } from './open-row.tsx'
import type { LinkingScreen } from './use-linking-screen.ts'

const rowHeight = 34
const openHeight = 212

interface GridProps {
  readonly screen: LinkingScreen
  readonly letters: boolean
  readonly grid: RefObject<HTMLDivElement | null>
  readonly input: RefObject<HTMLInputElement | null>
}

/** The requirements below their groups, of which those in sight exist; the open one with all there is to choose from. */
export function LinkingGrid({ screen, letters, grid, input }: GridProps) {
  const t = useWords('policies')
  const scroller = useRef<HTMLDivElement>(null)
  const { lines, cursor, row } = screen
  const at = lines.findIndex(({ key }) => key === cursor)
  const openKey = row ? lineKey(row.id) : undefined
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => `${lines[index]?.key}${lines[index]?.key === openKey ? ' open' : ''}`,
    estimateSize: (index) => (lines[index]?.key === openKey ? openHeight : rowHeight),
    // The line where the keyboard is must be there to be named.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...(at >= 0 ? [at] : [])])].toSorted((a, b) => a - b),
    overscan: 12,
    useFlushSync: false,
  })
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the keyboard, not what changes around it
  }, [cursor])
  const shown = screen.order.map(({ id }) => id)
  const all = shown.length > 0 && shown.every((id) => screen.selected.has(id))
  return (
    <Stack grow shortens edge="above">
      <Grid align="center" padX={16} rigid edge="below" tone="quiet" size={12} weight={500} className={css.head}>
        <CheckBox
          aria-label={t('linking.select_all')}
          checked={all}
          indeterminate={!all && screen.selected.size > 0}
          disabled={shown.length === 0}
          onChange={() => screen.select(shown, !all)}
        />
        <span>{t('linking.columns.requirement')}</span>
        <span>{t('linking.columns.model')}</span>
        <span>{t('linking.columns.confidence')}</span>
      </Grid>
      <Box grow shortens overflow="scrolled" ref={scroller}>
        {lines.length === 0 ? (
          <EmptyState title={t(screen.search ? 'tree.nothing_found' : screen.filter === 'to_confirm' ? 'linking.none_to_confirm' : 'tree.empty')} />
        ) : null}
        <div
          ref={grid}
          role="treegrid"
          tabIndex={0}
          aria-label={t('entities.control.many')}
          aria-rowcount={lines.length}
          aria-multiselectable
          aria-activedescendant={at >= 0 ? cursor : undefined}
          className={css.grid}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const line = lines[item.index]
            if (!line) return null
            const isOpen = line.key === openKey
            return (
              <Grid
                key={item.key}
                id={line.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                role="row"
                aria-rowindex={item.index + 1}
                aria-level={line.level}
                aria-expanded={line.kind === 'group' ? !screen.closed.has(line.row.id) : isOpen}
                {...(line.kind === 'requirement' ? { 'aria-selected': screen.selected.has(line.row.id) } : {})}
                align="center"
                padX={16}
                full
                edge="soft-below"
                fill="surface"
                className={css.row}
                data-kind={line.kind}
                data-open={isOpen || undefined}
                data-cursor={line.key === cursor || undefined}
                data-selected={(line.kind === 'requirement' && screen.selected.has(line.row.id)) || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={(event) => {
                  if (event.target instanceof Element && event.target.closest('button, input, a, [popover]')) return
                  if (line.kind === 'group') screen.toggleGroup(line.row.id)
                  else if (!isOpen) screen.show(line.row)
                }}
              >
                {line.kind === 'group' ? (
                  <GroupRow line={line} screen={screen} />
                ) : isOpen ? (
                  <Box role="gridcell" across narrows>
                    <OpenRow
                      row={line.row}
                      sources={screen.sources}
                      picker={screen.picker}
                      total={screen.suggestions.data?.total ?? 0}
                      letters={letters}
                      input={input}
                      onLink={(picks) => {
                        screen.link(line.row, picks)
                        grid.current?.focus({ preventScroll: true })
                      }}
                      onSkip={() => screen.skip()}
                      onNew={() => void screen.makeModels([line.row.id])}
                      onLeave={() => grid.current?.focus({ preventScroll: true })}
                    />
                  </Box>
                ) : (
                  <RequirementRow line={line} screen={screen} />
                )}
              </Grid>
            )
          })}
        </div>
      </Box>
    </Stack>
  )
}

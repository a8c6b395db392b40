import { ClipboardPaste, CircleAlert, TriangleAlert } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { Grid } from '#areas/metrics/contract/calls.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './entry.module.css'
import { changesIn, type Pasted } from './paste.ts'
import { fixed, nameOf } from './spans.ts'
import type { Entry } from './use-entry.ts'

/** As many remarks as stand beside the buttons. */
const shown = 3

/** What a paste would do, before anything is saved. */
export function PasteDock({ grid, entry, paste }: { readonly grid: Grid; readonly entry: Entry; readonly paste: readonly Pasted[] }) {
  const t = useWords('metrics')
  const save = useRef<HTMLButtonElement>(null)
  const dock = useRef<HTMLElement>(null)
  // Once it is decided about, work goes on in the grid.
  useLayoutEffect(() => {
    save.current?.focus()
    const around = dock.current?.parentElement
    return () => void requestAnimationFrame(() => around?.querySelector<HTMLElement>('[role=grid] [data-active]')?.focus())
  }, [])
  const changes = changesIn(paste)
  const replaced = changes.filter(({ was }) => was !== null).length
  const remarks = paste.filter(({ fault, unusual }) => fault ?? unusual)
  const correct = (one: Pasted) => {
    entry.setActive(one)
    requestAnimationFrame(() => dock.current?.parentElement?.querySelector<HTMLElement>('[role=grid] [data-active]')?.focus())
  }
  const refused = paste.filter(({ fault }) => fault).length
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <Row
      ref={dock}
      as="section"
      align="center"
      gap={12}
      padY={8}
      padX={16}
      edge="above"
      size={12}
      wrap
      corner={8}
      fill="raised"
      className={css.dock}
      aria-label={t('paste.title', { count: paste.length })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        entry.discard()
      }}
    >
      <div>
        <Row as="h3" align="center" gap={8} size={13} weight={700}>
          <ClipboardPaste size={14} aria-hidden /> {t('paste.title', { count: paste.length })}
        </Row>
        <Row gap={12} as="p" above={4}>
          <span>{t('paste.new', { count: changes.length - replaced })}</span> <span>{t('paste.replaced', { count: replaced })}</span>{' '}
          {refused > 0 ? <Text tone="bad">{t('paste.refused', { count: refused })}</Text> : null}
        </Row>
      </div>
      <Box as="ul" grow>
        {remarks.slice(0, shown).map((one) => (
          <Remark key={`${one.row} ${one.column}`} one={one} entry={entry} grid={grid} onCorrect={() => correct(one)} />
        ))}
        {remarks.length > shown ? <li>{t('paste.more', { count: remarks.length - shown })}</li> : null}
      </Box>
      <Button onClick={entry.discard}>
        {t('paste.discard')} <Kbd>Esc</Kbd>
      </Button>
      <Button ref={save} variant="primary" disabled={changes.length === 0} onClick={() => void entry.keepPaste()}>
        {t('paste.save', { count: changes.length })} <Kbd>↵</Kbd>
      </Button>
    </Row>
  )
}

interface RemarkProps {
  readonly one: Pasted
  readonly entry: Entry
  readonly grid: Grid
  readonly onCorrect: () => void
}

/** What is wrong with a cell of it, or strange about it. */
function Remark({ one, entry, grid, onCorrect }: RemarkProps) {
  const t = useWords('metrics')
  const language = useLanguage()
  const found = entry.at(one)
  const message = one.fault ? translate(one.fault.key, one.fault.values) : t('paste.unusual', { value: fixed(one.value ?? 0, grid.metric.decimals, language) })
  return (
    <li data-kind={one.fault ? 'refused' : 'unusual'}>
      {one.fault ? <CircleAlert size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}{' '}
      {found ? (
        <b>{t('entry.cell', { place: found.place.name, period: nameOf(grid.metric.periodicity, found.period.start, language, grid.metric.time_zone) })}</b>
      ) : null}{' '}
      {message}{' '}
      {one.fault && found?.place.may_enter ? (
        <Button size="sm" variant="link" onClick={onCorrect}>
          {t('paste.correct')}
        </Button>
      ) : one.unusual ? (
        <input
          className={css.why}
          aria-label={t('paste.explain')}
          placeholder={t('paste.explain')}
          maxLength={1000}
          value={one.comment ?? ''}
          onChange={(event) => entry.explain(one, event.target.value)}
        />
      ) : null}
    </li>
  )
}

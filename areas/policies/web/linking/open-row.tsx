import { ArrowRight, CornerDownLeft, Plus, Search } from 'lucide-react'
import { useId, type KeyboardEvent, type RefObject } from 'react'
import type { TreeRequirement } from '#areas/policies/contract/calls.ts'
import type { ControlSuggestions } from '#areas/policies/contract/linking.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import css from './linking.module.css'
import { ModelList } from './model-list.tsx'
import { NearTags } from './near-tags.tsx'
import type { Pick, Picker } from './use-picker.ts'
import { wholeText } from './whole-text.ts'

interface OpenRowProps {
  readonly row: TreeRequirement
  readonly sources: ControlSuggestions | undefined
  readonly picker: Picker
  readonly total: number
  readonly letters: boolean
  readonly input: RefObject<HTMLInputElement | null>
  readonly onLink: (picks: readonly Pick[]) => void
  readonly onSkip: () => void
  readonly onNew: () => void
  /** The focus goes back to the rows. */
  readonly onLeave: () => void
}

/** The one open requirement: its whole text, what is near it elsewhere, and the models to choose from. */
export function OpenRow({ row, sources, picker, total, letters, input, onLink, onSkip, onNew, onLeave }: OpenRowProps) {
  const t = useWords('policies')
  const id = useId()
  const name = row.name ?? row.identifier ?? ''
  const { title, text } = wholeText(name, sources?.description)
  const { list, active, setActive, chosen, search, setSearch } = picker
  const type = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive(Math.max(0, Math.min(list.length - 1, active + step)))
    else if (event.key === 'Enter' && chosen.length > 0) onLink(chosen)
    else if (event.key === 'Escape') {
      if (search) setSearch('')
      onLeave()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Grid gap={24} className={css.open}>
      <div className={css.whole}>
        {row.identifier && row.identifier !== row.name ? <span className={css.identifier}>{row.identifier}</span> : null}
        <Text as="h3" above={2} below={4} size={14} line={20}>
          {title}
        </Text>
        <Text as="p" below={8} overflow="scrolled" tone="soft" size={12} className={css.description}>
          {text ? `${text} ` : ''}
          {row.solutions.length === 0 ? t('linking.counts_zero') : null}
        </Text>
        {row.solutions.length > 0 ? (
          <Row as="p" wrap gap={4} below={8}>
            {row.solutions.map((each) => (
              <Row
                key={each.id}
                as="span"
                inline
                align="center"
                gap={6}
                narrows
                padX={8}
                edge="all"
                size={12}
                className={css.pill}
                data-waiting={each.to_confirm || undefined}
              >
                <span className={css.identifier}>{each.identifier}</span> {each.name} · {each.share}&nbsp;%
              </Row>
            ))}
          </Row>
        ) : null}
        <NearTags near={sources?.near ?? []} />
      </div>
      <Box narrows overflow="clipped" edge="all" corner={8} fill="raised" className={css.picker}>
        <Row as="label" align="center" gap={10} padX={12} edge="soft-below" tone="quiet" className={css.search}>
          <Search size={14} aria-hidden />
          <input
            ref={input}
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={list.length > 0 ? `${id}-list-${active}` : undefined}
            aria-autocomplete="list"
            aria-label={t('linking.picker_label', { name: row.identifier ?? name })}
            placeholder={t('linking.picker', { count: total })}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={type}
          />
          {letters ? <Kbd>/</Kbd> : null}
        </Row>
        <ModelList id={`${id}-list`} label={t('linking.offered')} picker={picker} digits={letters} onLink={onLink} />
        <Row wrap align="center" gap={6} padY={8} padX={8} edge="soft-above">
          {letters && list.length > 1 ? (
            <Text tone="quiet" size={12} className={css.hint}>
              <Kbd>1</Kbd> <Kbd>2</Kbd> <Kbd>3</Kbd> {t('linking.tick_hint')}
            </Text>
          ) : null}
          <Button
            size="sm"
            variant="subtle"
            icon={<Plus size={14} aria-hidden />}
            title={t('linking.new_model')}
            aria-label={t('linking.new_model')}
            onClick={onNew}
          >
            {t('linking.new_model_short')} {letters ? <Kbd>N</Kbd> : null}
          </Button>
          <Text grow />
          <Button size="sm" variant="subtle" onClick={onSkip}>
            {t('linking.skip')} <ArrowRight size={14} aria-hidden />
          </Button>
          <Button size="sm" variant="primary" disabled={chosen.length === 0} onClick={() => onLink(chosen)}>
            {chosen.length === 0 ? t('linking.link') : t('linking.link_to', { count: chosen.length, name: chosen[0]?.identifier ?? '' })}
            <CornerDownLeft size={13} aria-hidden />
          </Button>
        </Row>
      </Box>
    </Grid>
  )
}

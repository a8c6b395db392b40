import { ArrowRight, CornerDownLeft, Plus, Search } from 'lucide-react'
import { useId, type KeyboardEvent, type RefObject } from 'react'
import type { TreeRequirement } from '#areas/policies/contract/calls.ts'
import type { ControlSuggestions } from '#areas/policies/contract/linking.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
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
  const format = useFormat()
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
    <div className={css.open}>
      <div className={css.whole}>
        {row.identifier && row.identifier !== row.name ? <span className={css.identifier}>{row.identifier}</span> : null}
        <h3>{title}</h3>
        <p className={css.description}>
          {text ? `${text} ` : ''}
          {row.solutions.length === 0 ? t('linking.counts_zero') : null}
        </p>
        {row.solutions.length > 0 ? (
          <p className={css.has}>
            {row.solutions.map((each) => (
              <span key={each.id} className={css.pill} data-waiting={each.to_confirm || undefined}>
                <span className={css.identifier}>{each.identifier}</span> {each.name} · {format.percent(each.share, 2)}
              </span>
            ))}
          </p>
        ) : null}
        <NearTags near={sources?.near ?? []} />
      </div>
      <div className={css.picker}>
        <label className={css.search}>
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
        </label>
        <ModelList id={`${id}-list`} label={t('linking.offered')} picker={picker} digits={letters} onLink={onLink} />
        <div className={css.foot}>
          {letters && list.length > 1 ? (
            <span className={css.hint}>
              <Kbd>1</Kbd> <Kbd>2</Kbd> <Kbd>3</Kbd> {t('linking.tick_hint')}
            </span>
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
          <span className={css.spring} />
          <Button size="sm" variant="subtle" onClick={onSkip}>
            {t('linking.skip')} <ArrowRight size={14} aria-hidden />
          </Button>
          <Button size="sm" variant="primary" disabled={chosen.length === 0} onClick={() => onLink(chosen)}>
            {chosen.length === 0 ? t('linking.link') : t('linking.link_to', { count: chosen.length, name: chosen[0]?.identifier ?? '' })}
            <CornerDownLeft size={13} aria-hidden />
          </Button>
        </div>
      </div>
    </div>
  )
}

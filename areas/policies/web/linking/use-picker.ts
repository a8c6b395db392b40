import { useState } from 'react'
import type { TreeRequirement } from '#areas/policies/contract/calls.ts'
import type { ControlSuggestions, SuggestedModel, Suggestion } from '#areas/policies/contract/linking.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import type { Chosen } from './use-linking.ts'

/** A model that can be picked; `suggestion` where something speaks for it. */
export interface Pick extends Chosen {
  readonly measures?: number
  readonly suggestion?: Suggestion
  readonly sources?: ControlSuggestions['suggestions'][number]['sources']
}

/** What is offered for one requirement: its suggestions, or what a search finds; and what of it is ticked. Another requirement begins anew. */
export function usePicker(
  suggestions: readonly Suggestion[],
  models: ReadonlyMap<number, SuggestedModel>,
  sources: ControlSuggestions | undefined,
  row: TreeRequirement | undefined,
) {
  const linked = (row?.solutions ?? []).map(({ id }) => id)
  const [of, setOf] = useState(row?.id)
  const [search, setSearch] = useState('')
  const [ticked, setTicked] = useState<readonly Pick[]>([])
  const [active, setActive] = useState(0)
  if (of !== row?.id) {
    setOf(row?.id)
    setSearch('')
    setTicked([])
    setActive(0)
  }
  const searching = search.trim().length > 1
  const { options, busy } = useOptions('solution', search, searching)
  const suggested = suggestions.flatMap((suggestion): Pick[] => {
    const model = models.get(suggestion.solution)
    const detail = sources?.suggestions.find(({ id }) => id === suggestion.solution)
    return model && !linked.includes(model.id) ? [{ ...model, share: suggestion.share, suggestion, ...(detail && { sources: detail.sources }) }] : []
  })
  const found = options
    .filter(({ id }) => !linked.includes(id))
    .slice(0, 20)
    .map(
      (option): Pick => suggested.find(({ id }) => id === option.id) ?? { id: option.id, identifier: option.identifier ?? '', name: option.name, share: 100 },
    )
  // What is ticked stays in sight while something else is searched.
  const extra = searching ? [] : ticked.filter(({ id }) => !suggested.some((each) => each.id === id))
  const list = searching ? found : [...suggested, ...extra]
  const at = Math.min(active, Math.max(0, list.length - 1))
  const toggle = (pick: Pick | undefined) => {
    if (pick) setTicked(ticked.some(({ id }) => id === pick.id) ? ticked.filter(({ id }) => id !== pick.id) : [...ticked, pick])
  }
  return {
    search,
    setSearch: (text: string) => {
      setSearch(text)
      setActive(0)
    },
    searching,
    busy,
    list,
    active: at,
    setActive,
    ticked,
    toggle,
    /** What Enter links: what is ticked, else the active one. */
    chosen: ticked.length > 0 ? ticked : list.slice(at, at + 1),
  }
}

export type Picker = ReturnType<typeof usePicker>

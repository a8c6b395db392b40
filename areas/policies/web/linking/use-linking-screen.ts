import { useEffect, useMemo, useState } from 'react'
import type { TreeRequirement, VersionTree } from '#areas/policies/contract/calls.ts'
import { acceptedAbove } from '#areas/policies/contract/linking.ts'
import { toConfirm } from '#areas/policies/web/build-version-tree.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { groupsAbove, lineKey, linkingLines, nextToLink, progressOf, type LinkingFilter } from './linking-rows.ts'
import { useLinking, useSources, useSuggestions } from './use-linking.ts'
import { usePicker, type Pick } from './use-picker.ts'

const none: readonly never[] = []

/** What linking shows and does, on a table and on a phone alike. */
export function useLinkingScreen(policy: number, version: number, tree: VersionTree) {
  const t = useWords('policies')
  const suggestions = useSuggestions(version)
  const linking = useLinking(policy, version)
  const { kept } = linking
  const [filter, setFilter] = useState<LinkingFilter>('to_link')
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [cursor, setCursor] = useState<string>()
  const [open, setOpen] = useState<number>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const stay = useMemo(() => new Set(kept.keys()), [kept])
  const { lines, order } = useMemo(() => linkingLines(tree, closed, { filter, search, retained: stay }), [tree, closed, filter, search, stay])
  const progress = useMemo(() => progressOf(tree, suggestions.first, acceptedAbove), [tree, suggestions.first])
  const row = order.find(({ id }) => id === open)
  const sources = useSources(row?.id)
  const picker = usePicker(row ? (suggestions.byControl.get(row.id) ?? none) : none, suggestions.models, sources.data, row)

  const show = (next: TreeRequirement | undefined) => {
    if (!next) return
    const above = groupsAbove(tree, next)
    if (above.some((id) => closed.has(id))) setClosed(new Set([...closed].filter((id) => !above.includes(id))))
    setCursor(lineKey(next.id))
    setOpen(next.id)
  }
  const step = (by: 1 | -1) => {
    const at = order.findIndex(({ id }) => id === open)
    show(order[at < 0 ? 0 : Math.max(0, Math.min(order.length - 1, at + by))])
  }
  const skip = (after = open, alsoDone: readonly number[] = none) => {
    const next = nextToLink(order, after, new Set([...kept.keys(), ...alsoDone]))
    if (next) show(next)
    else setOpen(undefined)
  }
  // The first that is to be linked is open from the beginning.
  const ready = !suggestions.isPending
  useEffect(() => {
    if (ready) skip(undefined)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only as it opens
  }, [ready])

  const link = (target: TreeRequirement, picks: readonly Pick[]) => {
    if (picks.length === 0) return
    void linking.link(target.id, picks)
    skip(target.id, [target.id])
  }
  const makeModels = async (controls: readonly number[]) => {
    if (
      controls.length > 1 &&
      !(await confirm({
        title: t('linking.models_ask', { count: controls.length }),
        message: t('linking.models_text'),
        count: controls.length,
        confirm: t('linking.confirm_selected', { count: controls.length }),
      }))
    )
      return
    if (controls.length === 1) skip(controls[0], controls)
    await linking.makeModels(controls)
    setSelected(new Set())
  }
  const confirmLinks = async (controls: readonly number[]) => {
    if (controls.length === 1) step(1)
    await linking.confirm(controls)
    setSelected(new Set())
  }
  const acceptFirst = (target: TreeRequirement) => {
    const best = suggestions.first.get(target.id)
    const model = best && suggestions.models.get(best.solution)
    if (best && model) link(target, [{ ...model, share: best.share }])
    else show(target)
  }
  const chosen = tree.requirements.filter(({ id }) => selected.has(id))
  return {
    suggestions,
    linking,
    progress,
    filter,
    changeFilter: (next: LinkingFilter) => {
      linking.settle()
      setSelected(new Set())
      setOpen(undefined)
      setCursor(undefined)
      setFilter(next)
    },
    search,
    changeSearch: setSearch,
    closed,
    toggleGroup: (id: number) => setClosed(closed.has(id) ? new Set([...closed].filter((each) => each !== id)) : new Set([...closed, id])),
    lines,
    order,
    row,
    sources: sources.data,
    picker,
    cursor,
    setCursor,
    show,
    close: () => setOpen(undefined),
    step,
    skip,
    link,
    acceptFirst,
    makeModels,
    confirmLinks,
    selected,
    select: (controls: readonly number[], on: boolean) =>
      setSelected(on ? new Set([...selected, ...controls]) : new Set([...selected].filter((id) => !controls.includes(id)))),
    clear: () => setSelected(new Set()),
    /** Of what is selected: those that a suggestion could be accepted for, and those that wait to be confirmed. */
    acceptable: chosen.filter(({ id, solutions }) => solutions.length === 0 && suggestions.first.has(id)).map(({ id }) => id),
    confirmable: chosen.filter((each) => toConfirm(each) > 0).map(({ id }) => id),
  }
}

export type LinkingScreen = ReturnType<typeof useLinkingScreen>

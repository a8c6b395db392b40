import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { confirmLinks } from '#areas/policies/contract/calls.ts'
import type {
  acceptSuggestions,
  linkRequirements,
  modelsForRequirements,
  readSources,
  readSuggestions,
  SuggestedModel,
  Suggestion,
  undoLinking,
} from '#areas/policies/contract/linking.ts'
import { attempt } from '#areas/policies/web/attempt.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** What was read to be linked; its own name, so that a link by hand does not have everything suggested anew. */
const queries = 'linking'

/** A model that somebody chose, as it is shown before the server has said anything. */
export interface Chosen {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly share: number
}
/** What has become of a requirement since the filter was chosen. */
export interface Outcome {
  readonly models: readonly Chosen[]
  readonly state: 'saving' | 'linked' | 'accepted' | 'confirmed'
  /** What one press takes back; empty while it is on its way, and for what was done together with others. */
  readonly edit?: string | undefined
}

/** What is suggested for a version. */
export function useSuggestions(version: number) {
  const answer = useQuery({
    queryKey: [queries, 'version', version],
    queryFn: ({ signal }) => api.call<typeof readSuggestions>('GET /policy_version/{id}/suggestions', { params: { id: version }, signal }),
    select: ({ object }) => object,
    staleTime: 60_000,
  })
  const byControl = useMemo(() => Map.groupBy(answer.data?.suggestions ?? [], ({ control }) => control), [answer.data])
  const models = useMemo(() => new Map<number, SuggestedModel>((answer.data?.models ?? []).map((model) => [model.id, model])), [answer.data])
  const first = useMemo(() => new Map<number, Suggestion>([...byControl].flatMap(([control, [best]]) => (best ? [[control, best]] : []))), [byControl])
  return { ...answer, byControl, models, first }
}

/** One requirement with everything that is suggested for it, and why. */
export const useSources = (control: number | undefined) =>
  useQuery({
    queryKey: [queries, 'control', control],
    queryFn: ({ signal }) => api.call<typeof readSources>('GET /control/{id}/suggestions', { params: { id: control ?? 0 }, signal }),
    select: ({ object }) => object,
    enabled: control !== undefined,
    staleTime: 60_000,
  })

interface Done {
  readonly edit: string
  readonly controls: readonly number[]
}

/** Links, and takes links back: at once on screen, put back with the reason where the server refuses. */
export function useLinking(policy: number, version: number) {
  const t = useWords('policies')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  const [announcement, setAnnouncement] = useState('')
  const done = useRef<readonly Done[]>([])
  const params = { id: policy }
  const keep = (controls: readonly number[], outcome: Outcome | undefined) =>
    setOutcomes((before) => {
      const next = new Map(before)
      for (const control of controls) {
        if (outcome) next.set(control, outcome)
        else next.delete(control)
      }
      return next
    })
  const fail = (control: number, reason: string | undefined) =>
    setFailures((before) => new Map([...before].filter(([id]) => id !== control).concat(reason ? [[control, reason]] : [])))
  const remember = (edit: string | null, controls: readonly number[]) => {
    if (edit) done.current = [...done.current, { edit, controls }]
  }

  const undo = async ({ edit, controls }: Done) => {
    done.current = done.current.filter((each) => each.edit !== edit)
    const answer = await attempt(() => api.call<typeof undoLinking>('POST /policy/{id}/undo_linking', { params, body: { edit } }))
    if (answer) keep(controls, undefined)
    await invalidate(queries)
  }
  const undoAction = (edit: string | null, controls: readonly number[]) =>
    edit ? { label: t('linking.undo'), run: () => void undo({ edit, controls }) } : undefined

  const link = async (control: number, models: readonly Chosen[]) => {
    const [one] = models
    if (!one) return
    fail(control, undefined)
    keep([control], { models, state: 'saving' })
    setAnnouncement(t('linking.said', { count: models.length, name: one.identifier }))
    try {
      const { object } = await api.call<typeof linkRequirements>('POST /policy/{id}/link', {
        params,
        body: { links: models.map(({ id, share }) => ({ control, solution: id, share })) },
      })
      remember(object.edit, [control])
      keep([control], { models, state: 'linked', edit: object.edit ?? undefined })
    } catch (reason) {
      keep([control], undefined)
      fail(control, failureText(reason))
    }
  }
  /** Several requirements at once: said at the bottom of the window, where it is taken back as a whole. */
  const together = async (
    call: () => Promise<{ readonly message?: string; readonly object: { readonly edit: string | null; readonly controls: readonly number[] } }>,
    state: Outcome['state'],
  ) => {
    const answer = await attempt(call, ({ object }) => undoAction(object.edit, object.controls))
    if (!answer) return
    const { edit, controls } = answer.object
    remember(edit, controls)
    keep(controls, { models: [], state, ...(controls.length === 1 && edit ? { edit } : {}) })
    setAnnouncement(answer.message ?? '')
    await invalidate(queries)
  }
  return {
    kept: outcomes,
    failures,
    said: announcement,
    link,
    accept: (above: number, controls?: readonly number[]) =>
      together(
        () =>
          api.call<typeof acceptSuggestions>('POST /policy/{id}/accept_suggestions', {
            params,
            body: { policy_version: version, above, ...(controls && { controls: [...controls] }) },
          }),
        'accepted',
      ),
    linkAll: (controls: readonly number[], { id, share }: Chosen) =>
      together(
        () =>
          api.call<typeof linkRequirements>('POST /policy/{id}/link', {
            params,
            body: { links: controls.map((control) => ({ control, solution: id, share })) },
          }),
        'linked',
      ),
    makeModels: (controls: readonly number[]) =>
      together(
        () => api.call<typeof modelsForRequirements>('POST /policy/{id}/models_for_requirements', { params, body: { controls: [...controls] } }),
        'linked',
      ),
    confirm: (controls: readonly number[]) =>
      together(async () => {
        const answer = await api.call<typeof confirmLinks>('POST /policy/{id}/confirm_links', { params, body: { controls: [...controls] } })
        return { ...answer, object: { ...answer.object, controls } }
      }, 'confirmed'),
    undo,
    undoLast: () => {
      const last = done.current.at(-1)
      if (last) void undo(last)
    },
    /** Another filter: what was dealt with goes where it belongs. */
    settle: () => {
      setOutcomes(new Map())
      setFailures(new Map())
    },
  }
}

export type Linking = ReturnType<typeof useLinking>

import { CheckCheck, CircleCheckBig, CircleSlash, Eye, FilePlus, Handshake, ListPlus, RotateCcw, type LucideIcon } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { answerBenefit, discardMeasure, implementMeasure, undoDecision } from '#areas/measures/contract/calls.ts'
import type { readProposal } from '#areas/measures/contract/proposals.ts'
import { api, ApiError, failureDetails } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { inLine, type Versioned } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import type { PanelMoves } from '#kit/web/resource/panel-parts.ts'
import type { Verb } from '#kit/web/resource/verbs.tsx'
import { path } from '#kit/web/route.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { buildActionsOf } from '#areas/measures/web/measure-actions.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import type { Deciding } from './deciding.ts'
import { nextUndecided, verbLetters, verbsOf, type VerbName } from './measure-verbs.ts'

type Panel = PanelMoves<Measure>
/** What asks for more than a press, in a dialog of its own. */
export type Asked = 'plan' | 'reset' | 'proof' | 'finish' | 'since' | 'propose'
/** What takes a decision back; it is sent as it is. */
type Back = () => Promise<unknown>

const icons: Readonly<Record<VerbName, LucideIcon>> = {
  accept: Handshake,
  implement: CircleCheckBig,
  plan: ListPlus,
  finish: CheckCheck,
  proof: FilePlus,
  maker: Eye,
  here: CircleCheckBig,
  discard: CircleSlash,
  reset: RotateCcw,
}

const fresh = () => Promise.all([renewed(), invalidate('measure', 'score')])

/** Whether the model of a measure that is in place proposes something. */
export async function offered({ id, solution }: Measure): Promise<boolean> {
  if (solution === null) return false
  const { object } = await api.call<typeof readProposal>('GET /measure/{id}/proposal', { params: { id } })
  return object.tasks.length + object.indicators.length > 0
}

/** The decisions about measures as they are taken beside their list: at once, with a way back, and on to the next one that nobody decided about. */
export function useDecisions(ask: (what: Asked, row: Measure, onDone?: () => void) => void): {
  readonly verbs: (row: Measure, panel: Panel) => readonly Verb[]
  readonly deciding: Deciding
} {
  const t = useWords('measures')
  const kit = useWords('kit')
  const navigate = useNavigate()
  const [discarding, setDiscarding] = useState<number>()
  const [moved, setMoved] = useState<Measure>()
  const latest = useRef<Panel | undefined>(undefined)
  const sending = useRef(false)

  return useMemo(() => {
    const takeBack = async (row: Measure, back: Back) => {
      try {
        await back()
        toast.success(t('decide.undone'))
        await fresh()
        latest.current?.open(row.id)
      } catch (reason) {
        toast.error(failureDetails(reason))
        await fresh()
      }
    }
    /** Opens the next one that nobody decided about, from where the decided one stood. */
    const goOn = (row: Measure, before: readonly Measure[]) => {
      const panel = latest.current
      const next = panel && nextUndecided(before, panel.rows, row.id)
      if (next) panel.open(next.id)
    }
    /** Sends a decision, says how it went and goes on; answers why it was refused. */
    const decide = async <A>(
      row: Measure,
      message: string,
      send: () => Promise<A>,
      back?: (answer: A) => Back,
      /** Whether a refusal is dealt with otherwise, and so not told. */
      settles?: (reason: unknown) => boolean,
    ): Promise<string | undefined> => {
      if (sending.current) return undefined
      sending.current = true
      const previousRows = latest.current?.rows ?? []
      try {
        const answer = await send()
        const undo = back?.(answer)
        toast.success(message, undo ? { action: { label: kit('actions.undo'), run: () => void takeBack(row, undo) } } : {})
        await fresh()
        goOn(row, previousRows)
        return undefined
      } catch (reason) {
        if (settles?.(reason)) return failureDetails(reason)
        if (reason instanceof ApiError && reason.code === 'STALE') setMoved(row)
        else toast.error(failureDetails(reason))
        await fresh()
        return failureDetails(reason)
      } finally {
        sending.current = false
      }
    }
    const place = (row: Measure) => ({ name: row.perimeter?.name ?? '' })
    const undo =
      (row: Measure) =>
      ({ object }: { readonly object: unknown }) =>
      () => {
        const made = object as Versioned // the row that the decision answers
        return inLine(`/measure/${row.id}`, made, () =>
          api.call<typeof undoDecision>('POST /measure/{id}/undo', { params: { id: row.id }, body: { version: made.version } }),
        )
      }
    /** Once it is in place, what its model proposes to keep it there; nothing where there is nothing. */
    const offer = async (row: Measure, refused: string | undefined) => {
      if (refused === undefined && (await offered(row))) ask('propose', row)
    }
    const implement = async (row: Measure) => {
      const refused = await decide(
        row,
        t('decide.implemented', place(row)),
        () =>
          inLine(`/measure/${row.id}`, row, ({ version }) =>
            api.call<typeof implementMeasure>('POST /measure/{id}/implement', { params: { id: row.id }, body: { version } }),
          ),
        undo(row),
      )
      await offer(row, refused)
    }
    const discard = async (row: Measure, justification: string) => {
      const refused = await decide(
        row,
        t('decide.discarded', place(row)),
        () =>
          inLine(`/measure/${row.id}`, row, ({ version }) =>
            api.call<typeof discardMeasure>('POST /measure/{id}/discard', { params: { id: row.id }, body: { justification, version } }),
          ),
        undo(row),
      )
      if (refused === undefined) setDiscarding(undefined)
      return refused
    }
    const accept = (row: Measure) => {
      const { operator, perimeter } = row
      if (!operator || !perimeter) return
      const answer = (accepted: true | null) =>
        api.call<typeof answerBenefit>('POST /measure/{id}/benefit', { params: { id: operator.measure }, body: { perimeter: perimeter.id, accepted } })
      void decide(
        row,
        t('decide.accepted', place(row)),
        () => answer(true),
        () => () => answer(null),
      )
    }
    /** Finishes the action that implements it, asking for its proof in place; where there are several, or it asks for more than that, it is shown. */
    const finish = async (row: Measure, panel: Panel) => {
      const open = await buildActionsOf(row.id)
      const [action] = open
      // One that implements it beside another measure is found with what is linked to it.
      if (!action) return panel.showTab('linked')
      const show = () => navigate({ to: path('/actions/filtered', { id: action.id }) })
      if (open.length > 1) return show()
      let unproven = false
      const refused = await decide(
        row,
        t('decide.finished', { action: action.identifier }),
        () => api.put(`/remediation/${action.id}`, { status: 'FINISHED', version: action.version }),
        undefined,
        (reason) => (unproven = reason instanceof ApiError && reason.code === 'PROOF_REQUIRED_ACTION'),
      )
      if (unproven) ask('finish', row, () => goOn(row, panel.rows))
      else if (refused !== undefined) await show()
      else await offer(row, refused)
    }
    const runs: Readonly<Record<VerbName, (row: Measure, panel: Panel) => void>> = {
      accept,
      implement: (row) => void implement(row).catch(() => undefined),
      here: (row) => void implement(row).catch(() => undefined),
      plan: (row, panel) => ask('plan', row, () => goOn(row, panel.rows)),
      finish: (row, panel) => void finish(row, panel).catch((reason: unknown) => toast.error(failureDetails(reason))),
      proof: (row) => ask('proof', row),
      maker: (row, panel) => row.operator && panel.open(row.operator.measure),
      discard: (row, panel) => {
        panel.showTab('decide')
        setDiscarding(row.id)
      },
      reset: (row) => ask('reset', row),
    }
    return {
      verbs: (row: Measure, panel: Panel): readonly Verb[] => {
        latest.current = panel
        return verbsOf(row).map((name, at) => {
          const letter = verbLetters[name]
          return { name, label: t(`verbs.${name}`), icon: icons[name], primary: at === 0, ...(letter && { letter }), run: () => runs[name](row, panel) }
        })
      },
      deciding: {
        discarding,
        discard,
        stopDiscarding: () => setDiscarding(undefined),
        moved,
        forgetMoved: () => setMoved(undefined),
        changeSince: (row: Measure) => ask('since', row),
        addEvidence: (row: Measure) => ask('proof', row),
        showEvidence: () => latest.current?.showTab('evidence'),
        propose: (row: Measure) => ask('propose', row),
        open: (id: number) => latest.current?.open(id),
      },
    }
  }, [t, kit, navigate, ask, discarding, moved])
}

import type { AnswerOf } from '#kit/contract/call.ts'
import type {
  Beside,
  confirmAnswers,
  linkAction as linkActionCall,
  Content,
  openAction,
  readAnswers,
  readBeside,
  readContent,
  saveAnswer,
  StoredAnswer,
  submitEvaluation,
} from '#areas/campaigns/contract/answer-calls.ts'
import type { Answer } from '#areas/questionnaires/contract/play.ts'
import type { FileReference } from '#kit/contract/field.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { hearChanges } from '#kit/web/api/hear-changes.ts'

/** An evidence by its name. */
export interface Shown {
  readonly id: number
  readonly name: string | null
}

/** An answer as it is being written: evidence by its names, so that it is shown before anything is saved. */
export interface AnswerValues {
  readonly level: number | null
  readonly value: Answer | null
  readonly na: boolean
  readonly justification: string | null
  readonly comment: string | null
  readonly evidences: readonly Shown[]
}
export type EvaluationProgress = AnswerOf<typeof saveAnswer>['standing']
export type Saved = { readonly object: StoredAnswer; readonly standing: EvaluationProgress }
export type Changed = AnswerOf<typeof readAnswers>['object']
export interface NewAction {
  readonly item: number
  readonly name: string
  readonly description: string | null
  readonly target_date: string | null
}

/** Where an evaluation comes from and its answers go: the shell's calls, or what a person from outside may ask. What a source does not do is not offered. */
export interface EvaluationSource {
  /** Under which what was typed is kept on the device: of this person and this evaluation alone. */
  readonly key: string
  readonly read: (signal?: AbortSignal) => Promise<Content>
  readonly changes: () => Promise<Changed>
  readonly save: (item: number, values: AnswerValues, version: number) => Promise<Saved>
  readonly submit: () => Promise<void>
  readonly confirm?: (items: readonly number[]) => Promise<void>
  readonly openAction?: (action: NewAction) => Promise<Saved>
  readonly linkAction?: (item: number, remediation: number, linked: boolean) => Promise<Saved>
  readonly beside?: (item: number, signal?: AbortSignal) => Promise<Beside>
  /** Makes an evidence of a file. */
  readonly upload?: (file: File) => Promise<Shown>
  /** Evidence that is there already can be chosen. */
  readonly chooses?: boolean
  /** Tells when answers have changed elsewhere, until it is ended. */
  readonly listen?: (changed: () => void) => () => void
}

/** What a save says of an answer. */
export const wired = (item: number, { evidences, value, ...fields }: AnswerValues, version: number, proofs: boolean) => ({
  ...fields,
  item,
  version,
  value: typeof value === 'object' && value !== null ? [...value] : value,
  ...(proofs && { evidences: evidences.map(({ id }) => id) }),
})

/** An evaluation as members of the organisation answer it. */
export function memberSource(id: number, context: string | null): EvaluationSource {
  const params = { id }
  return {
    key: `${context ?? ''}:${id}`,
    read: async (signal) => (await api.call<typeof readContent>('GET /evaluation/{id}/content', { params, ...(signal && { signal }) })).object,
    changes: async () => (await api.call<typeof readAnswers>('GET /evaluation/{id}/answer', { params })).object,
    save: (item, values, version) => api.call<typeof saveAnswer>('PUT /evaluation/{id}/answer', { params, body: wired(item, values, version, true) }),
    submit: async () => {
      await api.call<typeof submitEvaluation>('POST /evaluation/{id}/submit', { params, body: {} })
    },
    confirm: async (items) => {
      await api.call<typeof confirmAnswers>('POST /evaluation/{id}/confirm', { params, body: { items: [...items] } })
    },
    openAction: (action) => api.call<typeof openAction>('POST /evaluation/{id}/action', { params, body: action }),
    linkAction: (item, remediation, linked) => api.call<typeof linkActionCall>('PUT /evaluation/{id}/action', { params, body: { item, remediation, linked } }),
    beside: async (item, signal) =>
      (await api.call<typeof readBeside>('GET /evaluation/{id}/item/{item}/context', { params: { id, item }, ...(signal && { signal }) })).object,
    upload: async (file) => {
      const sent = await api.upload<ObjectAnswer<FileReference>>('/file', file)
      const { object } = await api.post<ObjectAnswer<Shown>>('/evidence', { name_en: file.name, name_fr: file.name, files: [sent.object.id] })
      return object
    },
    chooses: true,
    listen: (changed) => hearChanges(`evaluation:${id}`, changed),
  }
}

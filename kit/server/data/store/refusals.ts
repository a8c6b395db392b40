import { AppError, type FieldMessages } from '#kit/contract/errors.ts'

/** Notes a wrong field; all of them are told together. */
export type Refuse = (field: string, key: string, values?: Record<string, string | number>) => void

/** Collects what is wrong with a write; `done` throws it. */
export function refusals(): { refuse: Refuse; done: () => void } {
  const fields: FieldMessages = {}
  return {
    refuse: (field, key, values) => {
      ;(fields[field] ??= []).push({ key, ...(values && { values }) })
    },
    done: () => {
      if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
    },
  }
}

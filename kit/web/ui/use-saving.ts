import { useRef, useState, type RefObject } from 'react'
import { ApiError, failureDetails, failureText } from '#kit/web/api/client.ts'
import { focusWrong } from './focus-wrong.ts'
import { toast } from './toast.ts'

/** What is wrong with a field of what was sent last; whoever asks says it beside the field. */
export type ErrorOf = (field: string) => string | undefined

interface Saving {
  readonly errors: ApiError['errors']
  readonly errorOf: ErrorOf
  /** What was refused and that nobody has asked for by then: to be told above the fields, and so to be called after they are drawn. */
  readonly remainder: () => string | undefined
  /** The form in which the first wrong field takes the focus. */
  readonly form: RefObject<HTMLFormElement | null>
  readonly busy: boolean
  /** Sends, and answers whether it was taken; what is pressed again meanwhile is the same press. What `send` answers is told in passing. */
  readonly save: (send: () => Promise<string | null | undefined>) => Promise<boolean>
}

interface SavingOptions {
  /** The form says itself what went wrong, by `remainder`; otherwise it is told in passing. */
  readonly above?: boolean
  /** Hears what the server refused, before it is told. */
  readonly onRefused?: (reason: ApiError) => unknown
  /** What is waited for before the same can be sent again. */
  readonly after?: () => Promise<unknown>
}

/** A form that is sent: what the server refuses stands beside its fields, the first of which takes the focus. */
export function useSaving({ above = false, onRefused, after }: SavingOptions = {}): Saving {
  const [reason, setReason] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const running = useRef<Promise<boolean>>(undefined)
  const errors = reason instanceof ApiError ? reason.errors : {}
  const beside = new Set<string>()

  const once = async (send: () => Promise<string | null | undefined>): Promise<boolean> => {
    setBusy(true)
    setReason(undefined)
    try {
      const message = await send()
      if (message) toast.success(message)
      return true
    } catch (refused) {
      setReason(refused)
      if (!above) toast.error(failureText(refused))
      if (refused instanceof ApiError) {
        if (Object.keys(refused.errors).length > 0) focusWrong(() => form.current)
        await onRefused?.(refused)
      }
      return false
    } finally {
      await after?.()
      running.current = undefined
      setBusy(false)
    }
  }
  return {
    errors,
    errorOf: (field) => {
      beside.add(field)
      return errors[field]?.join('. ')
    },
    remainder: () => (reason === undefined ? undefined : failureDetails(reason, [...beside]) || undefined),
    form,
    busy,
    save: (send) => (running.current ??= once(send)),
  }
}

import { ApiError, failureText } from '#kit/web/api/client.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { ownAddress, type Address } from './route.ts'
import { toast } from './ui/toast.ts'

let go: (address: Address) => void = () => undefined

/** Called once by the application, whose router it is. */
export function registerWay(way: typeof go): void {
  go = way
}

/** Where what was refused is put right, if the server says so. */
export const wayOut = (reason: unknown): Address | undefined =>
  reason instanceof ApiError ? ownAddress((reason.object as { link?: unknown } | undefined)?.link) : undefined

/** Tells of a refusal, and leads where it is put right. */
export function tellRefusal(reason: unknown, text = failureText(reason)): void {
  const to = wayOut(reason)
  toast.error(text, to ? { action: { label: translate('kit.actions.show'), run: () => go(to) } } : {})
}

import { z } from 'zod'
import { AppError } from '#kit/contract/errors.ts'
import type { Api } from './api.ts'

/** `/api/health` tells that the process lives; `/api/ready` that it can serve: 503 while `check` throws. */
export function healthRoutes(api: Api, check: () => Promise<void>): void {
  const operation = (path: string, summary: string) => ({
    method: 'GET' as const,
    path,
    tag: 'server',
    summary,
    access: 'public' as const,
    answer: z.object({}),
  })
  api.addRaw(operation('/health', 'Tell that the server lives'), async () => ({ ok: true }))
  let pending: Promise<void> | undefined
  /** However many ask at once, the database is asked once. */
  const checked = () =>
    (pending ??= check().finally(() => {
      pending = undefined
    }))
  api.addRaw(operation('/ready', 'Tell whether the server can serve requests'), async () => {
    try {
      await checked()
    } catch (err) {
      throw new AppError('UNAVAILABLE', 'kit.errors.unavailable', { cause: err })
    }
    return { ok: true }
  })
}

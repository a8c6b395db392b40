import type { ListState } from '#areas/assistants/contract/proposals.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/reviews/proposals': { readonly id: number; readonly state: ListState; readonly q: string }
  }
}

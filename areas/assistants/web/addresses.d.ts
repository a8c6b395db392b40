declare module '#kit/web/route.ts' {
  interface Pages {
    '/reviews/proposals': { readonly id: number; readonly state: 'DECIDED'; readonly q: string }
  }
}

export {}

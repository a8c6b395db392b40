const idSegment = /^(?:[a-z]?\d+|(?=.*\d)[\w-]{16,}|[\w-]{32,})$/i

/** A page's path with every id or token replaced by `:id`, as the `x-page` header carries it (NAV-53). */
export const maskedPath = (pathname: string): string =>
  pathname
    .split('/')
    .map((segment) => (idSegment.test(segment) ? ':id' : segment))
    .join('/')

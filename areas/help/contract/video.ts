export const videoProviders = ['VIMEO', 'YOUTUBE'] as const
export type VideoProvider = (typeof videoProviders)[number]

export interface Video {
  readonly provider: VideoProvider
  readonly link_id: string
}

/** What the ids of each look like: nothing else ever comes into an address (SEC-09). */
const ids: Readonly<Record<VideoProvider, RegExp>> = { VIMEO: /^\d{5,12}$/, YOUTUBE: /^[\w-]{11}$/ }

export const isVideoId = (provider: VideoProvider, id: string): boolean => ids[provider].test(id)

/** Where a player is embedded from, without cookies until it plays; undefined for an id that is none. */
export function playerAddress({ provider, link_id }: Video): string | undefined {
  if (!isVideoId(provider, link_id)) return undefined
  return provider === 'VIMEO'
    ? `https://player.vimeo.com/video/${link_id}?dnt=1&autoplay=1`
    : `https://www.youtube-nocookie.com/embed/${link_id}?autoplay=1&rel=0`
}

/** The video that an address, as people copy it from their browser, leads to; undefined when it is of neither. */
export function videoAt(address: string): Video | undefined {
  const url = URL.parse(address.trim())
  if (url?.protocol !== 'https:') return undefined
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const [first = '', second = ''] = url.pathname.slice(1).split('/')
  const found: Video | undefined = {
    'vimeo.com': { provider: 'VIMEO', link_id: first } as const,
    'player.vimeo.com': { provider: 'VIMEO', link_id: second } as const,
    'youtu.be': { provider: 'YOUTUBE', link_id: first } as const,
    'youtube.com': { provider: 'YOUTUBE', link_id: first === 'watch' ? (url.searchParams.get('v') ?? '') : second } as const,
    'youtube-nocookie.com': { provider: 'YOUTUBE', link_id: second } as const,
  }[host]
  return found && isVideoId(found.provider, found.link_id) ? found : undefined
}

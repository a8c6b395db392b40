import { useSyncExternalStore } from 'react'

/** No bar of a browser is as high as this; every keyboard on a screen is higher. Pixels. */
const least = 150

/** Whether a keyboard lies over the foot of the window: what is seen is that much lower than the page, by no enlarging. */
export const isUnderKeyboard = (seen: Pick<VisualViewport, 'height' | 'scale'> | null, windowHeight: number): boolean =>
  seen !== null && windowHeight - seen.height * seen.scale > least

const subscribe = (listener: () => void) => {
  visualViewport?.addEventListener('resize', listener)
  return () => visualViewport?.removeEventListener('resize', listener)
}
const read = () => isUnderKeyboard(visualViewport, innerHeight)

/** Whether a keyboard lies over the foot of the window. */
export const useKeyboard = (): boolean => useSyncExternalStore(subscribe, read)

import { useSyncExternalStore } from 'react'

/** As wide as style sheets take for a phone. */
const phone = matchMedia('(max-width: 640px)')

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether there is room for one column alone. */
export const usePhone = () => useSyncExternalStore(subscribe, () => phone.matches)

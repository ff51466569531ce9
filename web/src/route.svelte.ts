// Which page the address means; links inside the house are followed without loading anything anew.

class Route {
  path = $state(location.pathname)
  hash = $state(decodeURIComponent(location.hash.slice(1)))
  search = $state.raw(new URLSearchParams(location.search))

  /** The parts of the path: `/rules/toy` is `['rules', 'toy']`. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }

  go(address: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', address)
    this.read()
    if (!this.hash) scrollTo(0, 0)
  }

  read(): void {
    this.path = location.pathname
    this.hash = decodeURIComponent(location.hash.slice(1))
    this.search = new URLSearchParams(location.search)
  }

  /** Takes over clicks on links and the back button. */
  listen(): void {
    addEventListener('popstate', () => this.read())
    addEventListener('hashchange', () => this.read())
    addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
      if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
      if (link.pathname.startsWith('/api/')) return
      event.preventDefault()
      this.go(link.href)
    })
  }
}

export const route = new Route()

// What stands beside the board: log and chat, or the rules at a clause.

export class Beside {
  shows: 'log' | 'rules' | 'keys' | 'menu' | null = $state(null)
  clause = $state('')

  toggle(what: 'log' | 'rules' | 'keys' | 'menu'): void {
    this.shows = this.shows === what ? null : what
  }

  openAt(clause: string): void {
    this.clause = clause
    this.shows = 'rules'
  }
}

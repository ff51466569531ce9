// What stands beside the board: log and chat, the rules at a clause, notes, and more.

export type Pane = 'log' | 'rules' | 'notes' | 'keys' | 'menu' | 'fair'

export class Beside {
  shows: Pane | null = $state(null)
  clause = $state('')

  toggle(what: Pane): void {
    this.shows = this.shows === what ? null : what
  }

  openAt(clause: string): void {
    this.clause = clause
    this.shows = 'rules'
  }
}

// What the first match of Love Letter points out, each once, when it is there to be seen.
import type { Play } from '../../table/play.svelte'
import { guide } from '../contract'
import { shown, type View } from './court'

const view = (play: Play): View => play.view as View
const ownHand = (play: Play): string => `[data-place="hand:${play.seat}"]`
const others = (play: Play): number[] => play.around.filter((player) => !player.me).map((player) => player.seat)
const holds = (play: Play, card: string): boolean => (view(play).hands[play.seat ?? 0] ?? []).includes(card)

export default guide(
  [
    { id: 'goal', clause: 'LL.22', when: (play) => play.seat !== null, at: () => '.plate.me .tokens' },
    { id: 'turn', clause: 'LL.6', when: (play, picking) => play.myTurn && picking.field === 'card', at: ownHand },
    {
      id: 'countess',
      clause: 'LL.11',
      when: (play) => play.myTurn && holds(play, 'countess') && (holds(play, 'king') || holds(play, 'prince')),
      at: ownHand,
    },
    { id: 'princess', clause: 'LL.10', when: (play) => holds(play, 'princess'), at: ownHand },
    { id: 'whom', clause: 'LL.8', when: (_, picking) => picking.field === 'target', at: () => '.plate.asked' },
    { id: 'guess', clause: 'LL.17', when: (_, picking) => picking.field === 'guess', at: () => '.unseen-cards' },
    {
      id: 'seen',
      clause: 'LL.25',
      when: (play) => others(play).some((seat) => (view(play).hands[seat] ?? []).some((card) => card !== '?')),
      at: (play) => {
        const known = others(play).find((seat) => (view(play).hands[seat] ?? []).some((card) => card !== '?'))
        return `[data-place="hand:${known}"]`
      },
    },
    {
      id: 'safe',
      clause: 'LL.14',
      when: (play) => others(play).some((seat) => view(play).protected.includes(seat)),
      at: () => '.plate .safe',
    },
    { id: 'out', clause: 'LL.7', when: (play) => view(play).out.includes(play.seat ?? -1), at: () => '.plate.me' },
    {
      id: 'end',
      clause: 'LL.19',
      when: (play) => play.myTurn && view(play).draw_pile.length < 3,
      at: () => '[data-place="deck"]',
    },
    {
      id: 'count',
      clause: 'LL.25',
      when: (play) => play.myTurn && shown(view(play), 'guard') > 2,
      at: () => '.unseen-cards',
    },
  ],
  {
    en: {
      goal: 'Win rounds: each one fills a mark here, and all of them win the match. A round goes to the last player left in it, or to the highest card in hand at its end.',
      turn: 'You hold two cards. Play one, and do what it says; the other stays with you. Keep the high one, if you can, but high cards are hunted.',
      countess: 'With King or Prince beside her, the Countess has to go. The others will wonder why.',
      princess: 'The Princess counts most at the end, but leave her in your hand: once she is laid, you are out.',
      whom: 'The players with a lit frame can be chosen. Think of who knows your card, and who is close to winning.',
      guess: 'Name the person that you suspect. This list counts whom you have not seen yet: the more left, the likelier. A Guard cannot name a Guard.',
      seen: 'You have seen this card, and it stays open for you for as long as it is there. That makes a sure guess for a Guard.',
      safe: 'Whoever is protected cannot be chosen until their next turn.',
      out: 'You are out of this round. Nothing is lost: the next one begins with everybody.',
      end: 'The draw pile is nearly empty. When it is, hands are compared, and the highest card takes the round: time to keep a high one.',
      count: 'Half of the Guards are gone. What has been laid tells a lot about what others still hold.',
    },
    de: {
      goal: 'Gewinne Runden: Jede füllt hier ein Zeichen, und wer alle hat, gewinnt die Partie. Eine Runde gewinnt, wer als Letztes übrig ist oder am Ende die höchste Karte hält.',
      turn: 'Du hast zwei Karten. Spiel eine und tu, was darauf steht; die andere bleibt bei dir. Behalte möglichst die hohe – aber hohe Karten werden gejagt.',
      countess: 'Neben König oder Prinz muss die Gräfin gehen. Die anderen werden sich fragen, warum.',
      princess: 'Die Prinzessin zählt am Ende am meisten, aber lass sie auf der Hand: Wird sie abgelegt, bist du draußen.',
      whom: 'Wer einen leuchtenden Rahmen hat, kann gewählt werden. Bedenke, wer deine Karte kennt und wer kurz vor dem Sieg steht.',
      guess: 'Nenne die Person, die du vermutest. Diese Liste zählt, wen du noch nicht gesehen hast: je mehr, desto wahrscheinlicher. Eine Wächterin kann keine Wächterin nennen.',
      seen: 'Diese Karte hast du gesehen; für dich bleibt sie offen, solange sie dort ist. Ein sicherer Tipp für eine Wächterin.',
      safe: 'Wer geschützt ist, kann bis zu seinem nächsten Zug nicht gewählt werden.',
      out: 'Du bist in dieser Runde ausgeschieden. Nichts ist verloren: Die nächste beginnt mit allen.',
      end: 'Der Nachziehstapel ist fast leer. Dann werden die Hände verglichen, und die höchste Karte gewinnt die Runde: Zeit, eine hohe zu behalten.',
      count: 'Die Hälfte der Wächterinnen ist weg. Was abgelegt wurde, verrät viel darüber, was andere noch halten.',
    },
    fr: {
      goal: 'Gagne des manches : chacune remplit une marque ici, et qui les a toutes gagne la partie. La manche va à la dernière personne en jeu, ou à la plus haute carte à la fin.',
      turn: 'Tu as deux cartes. Joue l’une et fais ce qu’elle dit ; l’autre reste avec toi. Garde plutôt la plus haute, mais les hautes cartes sont chassées.',
      countess: 'À côté du Roi ou du Prince, la Comtesse doit partir. Les autres se demanderont pourquoi.',
      princess: 'La Princesse compte le plus à la fin, mais garde-la en main : si elle est posée, tu es hors jeu.',
      whom: 'On peut choisir qui a un cadre lumineux. Pense à qui connaît ta carte, et à qui est près de gagner.',
      guess: 'Nomme la personne que tu soupçonnes. Cette liste compte celles que tu n’as pas encore vues : plus il en reste, plus c’est probable. Une Garde ne peut pas nommer une Garde.',
      seen: 'Tu as vu cette carte ; pour toi, elle reste ouverte tant qu’elle est là. De quoi deviner à coup sûr avec une Garde.',
      safe: 'Qui est sous protection ne peut pas être choisi jusqu’à son prochain tour.',
      out: 'Tu es hors de cette manche. Rien n’est perdu : la prochaine commence avec tout le monde.',
      end: 'La pioche est presque vide. Ensuite, on compare les mains et la plus haute carte prend la manche : c’est le moment d’en garder une.',
      count: 'La moitié des Gardes est partie. Ce qui est posé en dit long sur ce que les autres tiennent encore.',
    },
    it: {
      goal: 'Vinci i round: ognuno riempie un segno qui, e chi li ha tutti vince la partita. Il round va a chi resta per ultimo, o alla carta più alta alla fine.',
      turn: 'Hai due carte. Giocane una e fa’ ciò che dice; l’altra resta a te. Tieni quella alta, se puoi, ma le carte alte sono cacciate.',
      countess: 'Accanto al Re o al Principe, la Contessa deve andare. Gli altri si chiederanno perché.',
      princess: 'La Principessa vale di più alla fine, ma lasciala in mano: se viene scartata, sei fuori.',
      whom: 'Si può scegliere chi ha la cornice accesa. Pensa a chi conosce la tua carta e a chi è vicino alla vittoria.',
      guess: 'Nomina la persona che sospetti. Questa lista conta chi non hai ancora visto: più ne restano, più è probabile. Una Guardia non può nominare una Guardia.',
      seen: 'Hai visto questa carta; per te resta scoperta finché è lì. Con una Guardia è un colpo sicuro.',
      safe: 'Chi è sotto protezione non può essere scelto fino al suo prossimo turno.',
      out: 'Sei fuori da questo round. Niente è perduto: il prossimo comincia con tutti.',
      end: 'Il mazzo è quasi vuoto. Poi si confrontano le mani, e la carta più alta vince il round: è il momento di tenerne una.',
      count: 'Metà delle Guardie non c’è più. Gli scarti dicono molto di ciò che gli altri hanno ancora.',
    },
  },
)

// What the first match of Sleeping Queens points out, each once, when it is there to be seen.
import type { Play } from '../../table/play.svelte'
import { guide } from '../contract'
import { ENOUGH_POINTS, ENOUGH_QUEENS, type View } from './court'

const view = (play: Play): View => play.view as View
const offers = (play: Play, ...verbs: string[]): boolean => play.choices.some(({ key }) => verbs.includes(key.replace('action.', '')))
const ownHand = (play: Play): string => `[data-place="hand:${play.seat}"]`
const ownCourt = (play: Play): string => `[data-place="court:${play.seat}"]`

/** The first of these that can be played now. */
function playable(play: Play, ...cards: string[]): string | undefined {
  const possible = play.choices.filter(({ key }) => key === 'action.play').map(({ values }) => values['card'])
  return cards.find((card) => possible.includes(card))
}

const held = (card: string | undefined): string => `[data-place="held:${card}"]`

/** A place whose sleeper was seen, from 1 on; 0 if there is none. */
function remembered(play: Play): number {
  if (!(play.settings.memory_aid ?? true)) return 0
  return view(play).middle.findIndex((queen) => queen !== null && queen !== '?') + 1
}

/** SQ.16: a small round and a large one have different goals. */
const few = (play: Play): boolean => ENOUGH_QUEENS[play.players.length] === ENOUGH_QUEENS[2]

function goals(say: (queens: number, points: number) => string): { few: string; many: string } {
  const at = (seats: number): string => say(ENOUGH_QUEENS[seats] ?? 0, ENOUGH_POINTS[seats] ?? 0)
  return { few: at(2), many: at(4) }
}

export default guide(
  [
    { id: 'few', clause: 'SQ.16', when: (play) => play.seat !== null && few(play), at: () => '.own .goal' },
    { id: 'many', clause: 'SQ.16', when: (play) => play.seat !== null && !few(play), at: () => '.own .goal' },
    { id: 'answer', clause: 'SQ.12', when: (play) => offers(play, 'let'), at: () => '.attack' },
    { id: 'rose', clause: 'SQ.14', when: (play) => view(play).phase === 'wake_more' && play.myTurn, at: () => '.middle' },
    { id: 'place', clause: 'SQ.4', when: (play) => offers(play, 'wake'), at: () => '.middle' },
    { id: 'aim', clause: 'SQ.12', when: (play) => offers(play, 'rob', 'lull'), at: () => '.others' },
    { id: 'king', clause: 'SQ.4', when: (play) => !!playable(play, 'king'), at: () => held('king') },
    {
      id: 'attack',
      clause: 'SQ.8',
      when: (play) => !!playable(play, 'knight', 'potion'),
      at: (play) => held(playable(play, 'knight', 'potion')),
    },
    { id: 'count', clause: 'SQ.6', when: (play) => view(play).phase === 'may_wake', at: () => '.plate.acting .count:last-of-type' },
    { id: 'jester', clause: 'SQ.5', when: (play) => !!playable(play, 'jester'), at: () => held('jester') },
    {
      id: 'rivals',
      clause: 'SQ.15',
      when: (play) => (view(play).courts[play.seat ?? -1] ?? []).some((queen) => ['cat', 'dog'].includes(queen)),
      at: ownCourt,
    },
    { id: 'seen', clause: 'SQ.9', when: (play) => remembered(play) > 0, at: (play) => `[data-place="place:${remembered(play)}"]` },
    { id: 'numbers', clause: 'SQ.7', when: (play) => offers(play, 'discard_pair', 'discard_sum'), at: ownHand },
    { id: 'useless', clause: 'SQ.10', when: (play) => offers(play, 'discard_useless'), at: ownHand },
  ],
  {
    en: {
      ...goals(
        (queens, points) =>
          `Each queen that you wake fills a crown here and brings you her points. At this table, ${queens} queens or ${points} points win at once. If all the queens wake up before that, the most points win.`,
      ),
      answer: 'Somebody is after a queen of yours. A Dragon stops a Knight, a Magic Wand a Sleeping Potion. You are asked even if you have neither, so that nobody can tell what you hold.',
      rose: 'The Rose Queen brings a friend: you wake one more, right now. She does so only when she is woken in the middle, not when a Knight takes her.',
      place: 'The queens sleep here, and at first nobody knows who lies where. Choose any place. She will lie open before you, for everybody to see.',
      aim: 'The queens with a lit frame are within your reach. Think of who is close to winning, not only of the highest points. A Dragon can stop your Knight, a Magic Wand your Potion.',
      king: 'Your King wakes a queen of your choice, and nobody can prevent it. Once she is awake she can be stolen, so a Dragon or a Magic Wand is good to have, too.',
      attack: 'Others have queens awake, so this card can be played. A Knight brings you one of them. A Sleeping Potion only sends one back to sleep, but that may stop somebody who is about to win.',
      count: 'A Jester turned up a number, and it is counted out clockwise; whoever played the Jester is 1. The player whom the last number falls on may wake a queen.',
      jester: 'The Jester turns up the top card. A special card is yours, and you play again. A number is counted out clockwise, with you as 1, and whoever it ends at may wake a queen.',
      rivals: 'The Cat Queen and the Dog Queen cannot stand each other, and you have one of them. If you wake the other, she goes straight back to sleep and the turn is over. No Knight can bring her, either.',
      seen: 'This queen went back to sleep, and everybody saw where. The mark remembers her for you. A King can fetch her, yours or anybody else’s.',
      numbers: 'You draw as many cards as you discard, so get rid of several numbers at once: two that are equal, or three and more if one is the sum of all the others. Tap those that go together.',
      useless: 'Nothing in your hand can be played now. Change one card for a new one; that is your turn. Keep what protects your queens: a Dragon, a Magic Wand.',
    },
    de: {
      ...goals(
        (queens, points) =>
          `Jede Königin, die du weckst, füllt hier eine Krone und bringt dir ihre Punkte. In dieser Runde gewinnen ${queens} Königinnen oder ${points} Punkte, und zwar sofort. Sind vorher alle wach, gewinnen die meisten Punkte.`,
      ),
      answer: 'Jemand hat es auf eine deiner Königinnen abgesehen. Ein Drache hält den Ritter auf, ein Zauberstab den Schlaftrank. Gefragt wirst du auch ohne beides, damit niemand ahnt, was du hast.',
      rose: 'Die Rosen-Königin bringt eine Freundin mit: Du weckst gleich noch eine. Das gilt nur, wenn sie in der Mitte geweckt wird, nicht wenn ein Ritter sie holt.',
      place: 'Hier schlafen die Königinnen, und anfangs weiß niemand, wer wo liegt. Such dir einen Platz aus. Sie liegt dann offen vor dir, für alle zu sehen.',
      aim: 'Die Königinnen mit leuchtendem Rahmen kannst du erreichen. Schau, wer kurz vor dem Sieg steht, nicht nur auf die Punkte. Drachen halten Ritter auf, Zauberstäbe Schlaftränke.',
      king: 'Dein König weckt eine Königin deiner Wahl, und niemand kann es verhindern. Ist sie wach, kann man sie dir wegnehmen: Gut, wenn du auch einen Drachen oder einen Zauberstab hast.',
      attack: 'Bei den anderen sind Königinnen wach, also lässt sich diese Karte spielen. Ein Ritter holt dir eine davon. Ein Schlaftrank schickt eine nur wieder schlafen, hält aber vielleicht jemanden kurz vor dem Sieg auf.',
      count: 'Ein Hofnarr hat eine Zahl aufgedeckt, und nun wird im Uhrzeigersinn abgezählt; wer ihn gespielt hat, ist die 1. Wen die letzte Zahl trifft, der darf eine Königin wecken.',
      jester: 'Der Hofnarr deckt die oberste Karte auf. Eine Spezialkarte behältst du und spielst noch einmal. Eine Zahl wird im Uhrzeigersinn abgezählt, du bist die 1; wen es trifft, der darf eine Königin wecken.',
      rivals: 'Katzen-Königin und Pudel-Königin vertragen sich nicht, und eine von beiden hast du. Weckst du die andere, legt sie sich gleich wieder hin, und der Zug ist vorbei. Auch ein Ritter kann sie dir nicht holen.',
      seen: 'Diese Königin hat sich wieder schlafen gelegt, und alle haben gesehen, wo. Das Zeichen merkt sie sich für dich. Ein König kann sie holen, deiner oder der von jemand anderem.',
      numbers: 'Du ziehst so viele Karten nach, wie du ablegst. Leg also mehrere Zahlen auf einmal ab: zwei gleiche, oder drei und mehr, wenn eine die Summe aller anderen ist. Tippe an, was zusammengehört.',
      useless: 'Nichts auf deiner Hand lässt sich jetzt spielen. Tausche eine Karte gegen eine neue; das ist dein Zug. Behalte, was deine Königinnen schützt: einen Drachen, einen Zauberstab.',
    },
    fr: {
      ...goals(
        (queens, points) =>
          `Chaque reine que tu réveilles remplit une couronne ici et t’apporte ses points. À cette table, ${queens} reines ou ${points} points gagnent aussitôt. Si toutes sont réveillées avant, le plus de points l’emporte.`,
      ),
      answer: 'Quelqu’un en veut à l’une de tes reines. Un Dragon arrête le Chevalier, une Baguette magique la Potion. On te le demande même si tu n’en as pas, pour que personne ne devine ta main.',
      rose: 'La Reine des roses amène une amie : tu en réveilles encore une, tout de suite. Cela vaut seulement quand on la réveille au milieu, pas quand un Chevalier l’enlève.',
      place: 'Les reines dorment ici, et au début personne ne sait qui est où. Choisis une place. La reine sera posée devant toi, visible de tout le monde.',
      aim: 'Les reines au cadre lumineux sont à ta portée. Regarde qui est près de gagner, pas seulement les plus gros points. Un Dragon peut arrêter ton Chevalier, une Baguette magique ta Potion.',
      king: 'Ton Roi réveille une reine de ton choix, et personne ne peut l’empêcher. Une fois réveillée, elle peut t’être enlevée : mieux vaut avoir aussi un Dragon ou une Baguette magique.',
      attack: 'D’autres ont des reines réveillées : cette carte peut donc être jouée. Un Chevalier t’en amène une. Une Potion de sommeil ne fait qu’en rendormir une, mais peut arrêter quelqu’un tout près de gagner.',
      count: 'Un Bouffon a retourné un nombre, et l’on compte dans le sens horaire ; qui l’a joué est le 1. La personne sur qui tombe le dernier nombre peut réveiller une reine.',
      jester: 'Le Bouffon retourne la première carte de la pioche. Une carte spéciale est à toi, et tu rejoues. Un nombre : on compte dans le sens horaire, tu es le 1, et la personne atteinte peut réveiller une reine.',
      rivals: 'La Reine des chats et la Reine des caniches ne se supportent pas, et tu as l’une d’elles. Si tu réveilles l’autre, elle se recouche aussitôt et le tour est fini. Un Chevalier ne peut pas non plus te l’amener.',
      seen: 'Cette reine s’est recouchée, et tout le monde a vu où. La marque s’en souvient pour toi. Un Roi peut aller la chercher, le tien ou celui d’un autre.',
      numbers: 'Tu pioches autant de cartes que tu en défausses : débarrasse-toi de plusieurs nombres à la fois, deux pareils, ou trois et plus si l’un est la somme de tous les autres. Touche ceux qui vont ensemble.',
      useless: 'Rien dans ta main n’est jouable pour l’instant. Échange une carte contre une nouvelle ; c’est ton tour. Garde ce qui protège tes reines : un Dragon, une Baguette magique.',
    },
    it: {
      ...goals(
        (queens, points) =>
          `Ogni regina che svegli riempie una corona qui e ti porta i suoi punti. A questo tavolo ${queens} regine o ${points} punti vincono all’istante. Se prima si svegliano tutte, vince chi ha più punti.`,
      ),
      answer: 'Qualcuno vuole una tua regina. Un Drago ferma il Cavaliere, una Bacchetta magica la Pozione. Te lo si chiede anche se non ne hai, perché nessuno indovini che cosa hai in mano.',
      rose: 'La Regina con la rosa porta un’amica: ne svegli subito un’altra. Vale solo quando la si sveglia al centro, non quando la rapisce un Cavaliere.',
      place: 'Qui dormono le regine, e all’inizio nessuno sa chi è dove. Scegli un posto. La regina starà scoperta davanti a te, e tutti la vedranno.',
      aim: 'Le regine con la cornice accesa sono alla tua portata. Guarda chi è vicino alla vittoria, non solo i punti più alti. Un Drago può fermare il tuo Cavaliere, una Bacchetta magica la tua Pozione.',
      king: 'Il tuo Re sveglia una regina a tua scelta, e nessuno può impedirlo. Una volta sveglia, te la possono portare via: è bene avere anche un Drago o una Bacchetta magica.',
      attack: 'Altri hanno regine sveglie, quindi questa carta si può giocare. Un Cavaliere te ne porta una. Una Pozione sonnifera ne rimette solo a dormire una, ma può fermare chi sta per vincere.',
      count: 'Un Pagliaccio ha scoperto un numero, e si conta in senso orario partendo da chi l’ha giocato, che è l’1. Chi riceve l’ultimo numero può svegliare una regina.',
      jester: 'Il Pagliaccio scopre la prima carta del mazzo. Una carta speciale è tua, e giochi ancora. Un numero si conta in senso orario, tu sei l’1, e chi viene raggiunto può svegliare una regina.',
      rivals: 'La Regina col gatto e la Regina col cagnolino non si sopportano, e tu hai una delle due. Se svegli l’altra, torna subito a dormire e il turno finisce. Nemmeno un Cavaliere può portartela.',
      seen: 'Questa regina è tornata a dormire, e tutti hanno visto dove. Il segno la ricorda per te. Un Re può andarla a prendere, il tuo o quello di un altro.',
      numbers: 'Peschi tante carte quante ne scarti: liberati di più numeri insieme, due uguali, oppure tre o più se uno è la somma di tutti gli altri. Tocca quelli che vanno insieme.',
      useless: 'Ora non puoi giocare nulla di ciò che hai in mano. Cambia una carta con una nuova: è il tuo turno. Tieni ciò che protegge le tue regine: un Drago, una Bacchetta magica.',
    },
  },
)

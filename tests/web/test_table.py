"""Around a match: several people at one device, onlookers, taking back, stepping in, moving, talking."""

import re

from playwright.sync_api import Locator, expect

from herzdame.kernel.contract import game
from tests import toy
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.test_match import gathered
from tests.web.truth import Truth

LOVE_LETTER = game("love_letter")
CARDS = re.compile(r"\b(light|dark) ?\d")  # of the toy


def log(person: Person, text: str) -> Locator:
    return person.page.locator("aside ol li", has_text=text)


def menu(person: Person) -> Locator:
    person.page.get_by_role("button", name="At this table").click()
    return person.page.get_by_role("complementary", name="At this table")


def test_two_players_at_one_device_see_no_hand_before_they_lift_the_curtain(arrive: Arrive) -> None:
    device, far = arrive(), arrive()
    device.open_box(toy.GAME, 3)
    table = device.invite_friends()
    device.sit("Anna")
    far.join(table, "Clara")
    device.sit("Ben")
    device.start()
    curtain = device.page.locator(".curtain")
    for name in ("Anna", "Ben"):
        expect(curtain).to_contain_text(f"It is {name}’s turn")
        assert not CARDS.search(device.seen())
        curtain.get_by_role("button", name=f"I am {name}").click()
        expect(device.board).to_have_text(CARDS)
        device.answers.first.click()
    expect(curtain).to_have_count(0)
    for person in (device, far):
        person.play_on()
    for person in (device, far):
        person.see_the_end()
    assert Truth(device.page.context.request, table).check(far, {1}) > 2


def test_at_one_device_nobody_sees_a_hand_while_somebody_elsewhere_begins(arrive: Arrive) -> None:
    far, device = arrive(), arrive()
    far.open_box(toy.GAME, 3)
    table = far.invite_friends()
    far.sit("Clara")
    device.join(table, "Anna")
    device.sit("Ben")
    far.start()
    for name in ("Anna", "Ben"):
        device.page.get_by_role("button", name=f"I am {name}").click()
        device.answers.first.click()
    expect(log(far, "Ben has chosen.")).to_have_count(1)
    device.page.reload()
    expect(device.page.locator(".curtain")).to_contain_text("Waiting for Clara")
    assert not CARDS.search(device.seen())
    device.page.get_by_role("button", name="I am Ben").click()
    expect(device.board).to_have_text(CARDS)


def test_somebody_who_looks_on_is_told_so_and_sees_what_lies_open(arrive: Arrive) -> None:
    anna, ben, clara = arrive(), arrive(), arrive()
    table = gathered([anna, ben], toy.GAME, 2)
    clara.page.goto(table)
    expect(clara.page.get_by_text("You are watching.")).to_be_visible()
    expect(clara.page.get_by_text("Waiting for Anna and Ben.")).to_be_visible()
    expect(anna.page.get_by_text("one person is watching")).to_be_visible()
    assert not CARDS.search(clara.seen())
    assert clara.page.locator(".answer, .phrases").count() == 0
    clara.page.close()
    expect(anna.page.get_by_text("one person is watching")).to_have_count(0)


def test_an_action_is_taken_back_when_the_other_agrees(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    gathered([anna, ben], toy.GAME, 2)
    back = anna.page.get_by_role("button", name="Take back")
    for answer, asked in (("No", 0), ("Agree", 2)):
        if not asked:
            anna.answers.first.click()
        back.click()
        expect(anna.page.get_by_text("The others are asked.")).to_be_visible()
        expect(ben.page.get_by_role("alert")).to_contain_text("Anna would like to take back the last action.")
        ben.page.get_by_role("button", name=answer, exact=True).click()
        expect(ben.page.get_by_role("alert")).to_have_count(0)
        expect(anna.answers).to_have_count(asked)
    for person in (anna, ben):
        person.play_on()
    for person in (anna, ben):
        person.see_the_end()


def test_a_bot_steps_in_until_one_plays_oneself_again(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    gathered([anna, ben], toy.GAME, 2)
    menu(anna).get_by_role("button", name="Let a bot play for me").click()
    expect(anna.page.get_by_text("A bot plays for you.")).to_be_visible()
    expect(log(ben, "Anna has chosen.")).to_have_count(1)
    anna.page.get_by_role("button", name="Play yourself again").click()
    expect(anna.page.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(log(ben, "Anna plays again.")).to_have_count(1)
    anna.page.close()
    named = menu(ben).get_by_role("button", name="Let a bot play for Anna")
    named.click()
    expect(named).to_have_count(0)
    ben.play_to_the_end()


def test_a_seat_moves_to_another_device_by_a_link_that_works_once(arrive: Arrive) -> None:
    laptop, phone, thief = arrive(), arrive(), arrive(cuts=True)
    laptop.page.goto("/play/love_letter?starter=0")
    laptop.be(2)
    laptop.play_bots()
    laptop.answers.first.wait_for()
    asked = laptop.answers.all_inner_texts()
    beside = menu(laptop)
    beside.get_by_role("button", name="Go on with another device").click()
    link = beside.get_by_role("textbox").input_value()
    phone.page.goto(link)
    phone.answers.first.wait_for()
    assert phone.answers.all_inner_texts() == asked
    assert phone.page.url == laptop.page.url
    expect(laptop.page.get_by_text("You are watching.")).to_be_visible()
    thief.page.goto(link)
    expect(thief.page.get_by_text("There is nothing at this address.")).to_be_visible()
    phone.play_to_the_end()


def test_people_talk_in_words_and_in_phrases_each_in_their_language(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive(locale="de")
    table = gathered([anna, ben], toy.GAME, 2)
    said = ben.page.locator(".chat ol")
    anna.page.get_by_role("button", name="Well played!").click()
    expect(said).to_contain_text("Gut gespielt!")
    anna.page.get_by_role("textbox", name="Say something").fill("<b>One more?</b>")
    anna.page.keyboard.press("Enter")
    expect(said).to_contain_text("<b>One more?</b>")
    expect(anna.page.get_by_role("textbox", name="Say something")).to_have_value("")
    ben.page.reload()
    expect(said).to_contain_text("Gut gespielt!")
    assert table in ben.page.url


def test_the_host_says_what_may_be_said_and_everybody_what_they_read(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive(locale="de")
    gathered([anna, ben], toy.GAME, 2)
    said, types = ben.page.locator(".chat ol"), ben.page.get_by_role("textbox", name="Etwas sagen")
    anna.page.get_by_role("button", name="Well played!").click()
    ben.page.get_by_label("Ausblenden, was andere sagen").check()
    expect(said).to_have_count(0)
    ben.page.reload()
    expect(types).to_be_visible()
    expect(said).to_have_count(0)
    ben.page.get_by_label("Ausblenden, was andere sagen").uncheck()
    expect(said).to_contain_text("Gut gespielt!")

    anna.page.get_by_label("What may be said here").select_option("Quick phrases only")
    expect(ben.page.get_by_text("Der Gastgeber erlaubt nur fertige Sätze.")).to_be_visible()
    expect(types).to_have_count(0)
    ben.page.get_by_role("button", name="Danke!").click()
    expect(said).to_contain_text("Danke!")
    anna.page.get_by_label("What may be said here").select_option("Nothing")
    expect(ben.page.get_by_text("Der Gastgeber hat um Ruhe gebeten.")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Danke!")).to_have_count(0)


def test_what_one_is_about_to_do_stays_while_another_chooses(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    anna.page.goto("/settings")
    anna.page.get_by_label("Ask before every action").check()
    gathered([anna, ben], toy.GAME, 2)
    anna.answers.first.click()
    do_it = anna.page.get_by_role("button", name="Do it")
    expect(do_it).to_be_visible()
    ben.answers.first.click()
    expect(log(anna, "Ben has chosen.")).to_have_count(1)
    do_it.click()
    expect(log(ben, "Anna has chosen.")).to_have_count(1)
